/**
 * Tests of the API that run on a PostgreSQL and a broker of the machine too, as globs from the project's root: what an older version, other
 * rights, another collation or another process could make different. Two of them send every list, file and call there, so that no statement
 * asks for what PostgreSQL 15 does not know.
 */
export const OUTSIDE = [
  // The database itself: structure, connections, notifications, jobs, cursors.
  'server/platform/{db,jobs,export}/**/*.api.test.ts',
  // Copies, roles of analysts, the order of commits, partitions, retention.
  'server/operacion/copias/**/*.api.test.ts',
  'server/operacion/datos/**/*.api.test.ts',
  'server/oir/eventos/{partitions,write}.api.test.ts',
  'server/operacion/retencion/**/*.api.test.ts',
  // The broker, what is acknowledged, several processes.
  'server/oir/lecturas/ingress/mqtt/**/*.api.test.ts',
  'server/oir/lecturas/pipeline/{ingest,several-processes}.api.test.ts',
  'server/oir/lecturas/{nothing-lost,process-api}.api.test.ts',
  'server/parque/lectores/outside-broker.api.test.ts',
  'server/operacion/salud/probe.api.test.ts',
  'server/start/{processes,stop}.api.test.ts',
  // Order of names, pages by index, many rows at once.
  'server/parque/dispositivos/{inventario,import}/**/*.api.test.ts',
  // Every list, file and call; what the demonstration is counted from.
  'server/personas/claves-api/ajena.api.test.ts',
  'demo/pool/pool.api.test.ts',
]
