import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take minutes: if one of them starts last, the whole run waits for it. Slowest first, in the order of `Lo más lento` of a
 * run. Those of the demonstration copy a plant that the first of them makes, while it is fresh (server/testing/databases/filled.ts): they start
 * soon after each other, and others in between so that nobody waits for it.
 */
const LONG = [
  'demo/coherencia.api.test.ts',
  'server/platform/http/resto-tabla.api.test.ts',
  'demo/epcis.api.test.ts',
  'server/oir/lecturas/late-readings.api.test.ts',
  'demo/pool/pool.api.test.ts',
  'server/platform/http/hostil.api.test.ts',
  'demo/pool/salidas.api.test.ts',
  'server/personas/claves-api/claves-api.api.test.ts',
  'server/operacion/datos/datos.api.test.ts',
  'server/start/stop.api.test.ts',
  'server/oir/vivo/live.api.test.ts',
  'server/personas/acceso/acceso.api.test.ts',
  'server/operacion/copias/restore.api.test.ts',
  'server/parque/estancias/llegadas-cuenta.api.test.ts',
  'server/platform/jobs/jobs.api.test.ts',
  'server/start/processes.api.test.ts',
  'server/oir/lecturas/pipeline/reader-without-place.api.test.ts',
  'server/oir/lecturas/learning/calibracion.api.test.ts',
  'server/platform/export/send.api.test.ts',
  'server/parque/dispositivos/import/import.api.test.ts',
  'server/personas/claves-api/ajena.api.test.ts',
  'server/personas/acceso/terceros.api.test.ts',
  'server/start/api-docs.api.test.ts',
]
/** Those of whole programs: they mostly wait. */
const PROGRAMS = [
  'server/start/boot.test.ts',
  'server/start/boot-refusals.test.ts',
  'server/start/replica.test.ts',
  'server/start/crash.test.ts',
]

export class LongFirst extends BaseSequencer {
  /**
   * Whole programs first; then project after project, as a process that takes a file of another one loads the server anew. The short tests of
   * `unidad` come last, so that all processes end at nearly the same time.
   */
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = (files: string[], { moduleId }: TestSpecification) => {
      const i = files.findIndex((f) => moduleId.endsWith(f))
      return i < 0 ? files.length : i
    }
    return (await super.sort(specs)).sort(
      (a, b) =>
        rankOf(PROGRAMS, a) - rankOf(PROGRAMS, b) ||
        a.project.name.localeCompare(b.project.name) ||
        rankOf(LONG, a) - rankOf(LONG, b),
    )
  }
}
