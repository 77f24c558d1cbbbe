-- oldest-version: 0.1.0
-- What a reader of all calls is told beside its place: since which day it has had every call, and when the last call
-- was booked that has arrived.
ALTER TABLE "call_cursors" ADD COLUMN "complete_from" DATE,
ADD COLUMN "sent_booked_at" TIMESTAMPTZ(3);
