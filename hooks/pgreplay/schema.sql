-- The deliveries that receivers have claimed or processed. token tells the owner
-- of a claim; confirmed tells that the delivery was processed. After expires_at a
-- row counts as none, and Store.Cleanup removes it.
CREATE TABLE IF NOT EXISTS webhook_deliveries (
  key        text        PRIMARY KEY,
  token      text        NOT NULL,
  confirmed  boolean     NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS webhook_deliveries_expires_at ON webhook_deliveries (expires_at);
