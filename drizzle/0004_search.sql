-- What full text search looks at: the words of an event, thinking, and the names, marks and arguments in its data.
CREATE FUNCTION message_words(content text, data json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(content, '') || coalesce(E'\n' || (data ->> 'thinking'), '') || coalesce(E'\n' || (data ->> 'name'), '')
    || coalesce(E'\n' || (data ->> 'arguments'), '')
$$;
--> statement-breakpoint
-- Words. A tsvector holds at most 1 MB: 100,000 characters always fit, and what comes later is found by its trigrams.
-- No stemming: there is no telling the language, and code has none.
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('simple'::regconfig, left(message_words(content, data), 100000)));
--> statement-breakpoint
-- Parts of words, and code. Without the right to add the extension (some hosted databases) the search reads the rows.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "messages_trigrams" ON "messages" USING gin (message_words(content, data) gin_trgm_ops);
EXCEPTION
  WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'Search works without an index on trigrams: %', SQLERRM;
END
$$;
