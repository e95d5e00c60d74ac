import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { commandOf } from './child-process'
import type { ChildProgram } from './child-programs'

/**
 * Filters a stream of bytes through a child process; this process only passes the bytes on, as fast as they are consumed. A consumer that
 * stops early ends the child. An error of `input` or of the child is thrown, even after output.
 * @param objetosMb limit of the child's JavaScript heap, in MB
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
