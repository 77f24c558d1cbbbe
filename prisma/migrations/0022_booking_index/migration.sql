-- A migration of its own, so that calls can be read while it looks at each of them. Bookings wait in the journal meanwhile.
CREATE INDEX "calls_booking_idx" ON "calls"("booking") WHERE "booking" > 0;
