-- The place of each call in the order of booking. Every call that exists gets 0 and no time of booking, which PostgreSQL
-- notes once for all of them without writing the table again. Only new calls draw a number.
CREATE SEQUENCE "calls_booking_seq" AS BIGINT;
ALTER TABLE "calls" ADD COLUMN "booking" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "booked_at" TIMESTAMPTZ(3),
    ADD COLUMN "revision" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "calls" ALTER COLUMN "booking" SET DEFAULT nextval('calls_booking_seq'),
    ALTER COLUMN "booked_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER SEQUENCE "calls_booking_seq" OWNED BY "calls"."booking";

-- Who reads the calls in the order of booking, and how far each has come.
CREATE TABLE "call_cursors" (
    "name" TEXT NOT NULL,
    "booking" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "call_id" TEXT NOT NULL,
    "calls" BIGINT NOT NULL DEFAULT 0,
    "batch_booking" BIGINT,
    "batch_started_at" TIMESTAMPTZ(3),
    "batch_call_id" TEXT,
    "batch_epoch" TEXT,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "last_error_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3),
    "last_sent_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_cursors_pkey" PRIMARY KEY ("name")
);

-- What a re-priced call cost before, at the place that it had then: a cursor that reads a range again finds there what it
-- found the first time.
CREATE TABLE "superseded_prices" (
    "call_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "booking" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "booked_at" TIMESTAMPTZ(3),
    "spend" DECIMAL(20,9) NOT NULL,
    "price_state" TEXT NOT NULL,
    "price_version" TEXT,

    CONSTRAINT "superseded_prices_pkey" PRIMARY KEY ("call_id","revision")
);

CREATE INDEX "superseded_prices_booking_started_at_call_id_idx" ON "superseded_prices"("booking", "started_at", "call_id");

-- Tells one life of this database from the next: a restored back-up draws numbers again that were already used.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "epoch" TEXT NOT NULL,
    "cluster" TEXT,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- Announces the numbers that a statement is about to draw. Numbers are drawn in order, and transactions commit in
-- another, so a reader must know which numbers may still appear. Before its first row, each statement therefore takes an
-- advisory lock whose key contains the last number that was drawn by then: its own numbers are higher. The lock lasts
-- until its rows can be seen. lib/store/cursors/booking-order.ts reads the locks and says why that is enough. The lock is
-- shared and nobody takes it alone, so nobody ever waits for it.
CREATE FUNCTION "announce_bookings"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    drawn BIGINT;
BEGIN
    SELECT last_value - (NOT is_called)::int INTO drawn FROM calls_booking_seq;
    PERFORM pg_advisory_xact_lock_shared(((16384 | (TG_RELID::bigint & 16383)) << 48) | drawn);
    RETURN NULL;
END
$$;
CREATE TRIGGER "announce_bookings" BEFORE INSERT OR UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH STATEMENT EXECUTE FUNCTION "announce_bookings"();

-- A call with a new price is booked again, with a higher revision, whoever changes it.
CREATE FUNCTION "book_new_price"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    IF EXISTS (SELECT FROM call_cursors) THEN
        INSERT INTO superseded_prices (call_id, revision, booking, started_at, booked_at, spend, price_state, price_version)
        VALUES (OLD.call_id, OLD.revision, OLD.booking, OLD.started_at, OLD.booked_at, OLD.spend, OLD.price_state, OLD.price_version);
    END IF;
    NEW.booking := nextval('calls_booking_seq');
    NEW.booked_at := CURRENT_TIMESTAMP;
    NEW.revision := OLD.revision + 1;
    RETURN NEW;
END
$$;
CREATE TRIGGER "book_new_price" BEFORE UPDATE OF "spend", "price_state", "price_version" ON "calls"
    FOR EACH ROW WHEN ((OLD."spend", OLD."price_state", OLD."price_version") IS DISTINCT FROM (NEW."spend", NEW."price_state", NEW."price_version"))
    EXECUTE FUNCTION "book_new_price"();
