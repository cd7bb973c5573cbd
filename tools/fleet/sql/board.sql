-- The newest entries of the event and gate logs, undated ones last: what a board holds before it is put in order.
SELECT log.at, log.slug, log.source, log.kind, log.name, log.verdict, log.detail, log.payload, log.id, streams.title
FROM (
  SELECT at, slug, source, kind, name, verdict, detail, payload, id
  FROM (
    SELECT at, slug, 'event' AS source, kind, '' AS name, '' AS verdict, '' AS detail, payload, id FROM stream_events
    UNION ALL
    SELECT at, slug, 'gate', '', name, verdict, detail, '', id FROM gates
  ) AS entries
  ORDER BY
    CASE WHEN $readable(at) THEN $second(at) END DESC NULLS LAST, $fraction(at) DESC, source DESC, id DESC
  LIMIT :count
) AS log
LEFT JOIN streams ON streams.slug = log.slug
