import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commandOf } from './child-process'
import type { ChildProgram } from './child-programs'

/**
 * What a program makes of what it is given, in a process of its own: this one only passes on bytes, as fast as they are taken. Leaving early ends
 * the process. Throws the error of `input` or of the program, whatever it has given before.
 * @param objetosMb the most that its JavaScript objects may take
 */
export async function* filterThrough(
  program: ChildProgram,
  objetosMb: number,
  argument: string,
  input: AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const { file, execArgv } = commandOf(program, objetosMb)
  const child = spawn(process.execPath, [...execArgv, file, argument], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const end = once(child, 'close')
  end.catch(() => {})
  const fed = pipeline(Readable.from(input), child.stdin).then(
    () => null,
    (e) => {
      child.kill('SIGKILL')
      return { e }
    },
  )
  try {
    yield* child.stdout
    const [code, signal] = await end
    const failed = await fed
    if (failed) throw failed.e
    if (code !== 0) throw new Error(`the program ${program} ended (${signal ?? code})`)
  } finally {
    child.kill('SIGKILL')
    await fed
  }
}
