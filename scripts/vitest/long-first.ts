import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of minutes: one that begins last is what a whole run waits for. Slowest first, as `Lo más lento` of a run names them. */
const LONG = [
  'server/start/boot.test.ts',
  'server/platform/http/resto-tabla.api.test.ts',
  'server/domains/copias/restore.api.test.ts',
  'server/start/replica.test.ts',
  'server/platform/http/hostil.api.test.ts',
  'demo/coherencia.api.test.ts',
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
