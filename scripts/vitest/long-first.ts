import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take minutes: if one of them starts last, the whole run waits for it. Slowest first, in the order of `Lo más lento` of a
 * run. Those of the demonstration copy a plant that the first of them makes, while it is fresh (server/testing/databases/filled.ts): they start
 * soon after each other, and others in between so that nobody waits for it.
 */
const LONG = [
  'demo/coherencia.api.test.ts',
  'server/start/boot.test.ts',
  'server/platform/http/resto-tabla.api.test.ts',
  'demo/epcis.api.test.ts',
  'demo/pool/pool.api.test.ts',
  'demo/pool/salidas.api.test.ts',
  'server/domains/copias/restore.api.test.ts',
  'server/start/replica.test.ts',
  'server/platform/http/hostil.api.test.ts',
  'server/start/boot-refusals.test.ts',
  'server/start/api-docs.api.test.ts',
  'server/start/stop.api.test.ts',
  'server/start/crash.test.ts',
]

export class LongFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const i = LONG.findIndex((f) => moduleId.endsWith(f))
      return i < 0 ? LONG.length : i
    }
    return (await super.sort(specs)).sort((a, b) => rank(a) - rank(b))
  }
}
