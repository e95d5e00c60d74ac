import { constants, setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import type { DatoColumn } from './columns'
import { type Lines, WRITERS } from './formats'

// Program of a child process: reads JSON lines up to an empty line, and writes the file made from them. Without the empty line it ends with
// an error. It runs at low priority, so that the server's answers come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

type Task = { formato: keyof typeof WRITERS; columns: DatoColumn[] }

const { formato, columns }: Task = JSON.parse(process.argv[2] ?? '')

/** Splits the input into whole lines. */
async function* linesOf(input: NodeJS.ReadStream): Lines {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    rest += chunk
    const end = rest.lastIndexOf('\n') + 1
    const lines = rest.slice(0, end)
    rest = rest.slice(end)
    if (lines === '\n' || lines.endsWith('\n\n')) {
      if (lines.length > 1) yield lines.slice(0, -1)
      return
    }
    if (lines) yield lines
  }
  throw new Error('the lines end before their end')
}

await pipeline(linesOf(process.stdin), (lines) => WRITERS[formato](lines, columns), process.stdout)
