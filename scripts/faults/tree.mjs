// A copy of the last commit in which faults are made: the working tree stays as it is.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RAIZ, run } from '../prepare.mjs'

const ok = (programa, args) => run(programa, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** Throws if there is no git, or no commit. @returns its folder, and what removes it */
export function makeTree() {
  const base = mkdtempSync(join(tmpdir(), 'retorna-faults-'))
  const folder = join(base, 'tree')
  const remove = () => {
    ok('git', ['worktree', 'remove', '--force', folder])
    rmSync(base, { recursive: true, force: true })
  }
  if (!ok('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'])) {
    rmSync(base, { recursive: true, force: true })
    throw new Error('no se ha podido hacer una copia del último commit (git worktree)')
  }
  // Hard links are made in seconds; a symbolic one leads tools out of the tree, but works on other disks too.
  const [de, a] = [join(RAIZ, 'node_modules'), join(folder, 'node_modules')]
  if (run('cp', ['-al', de, a], { stdio: 'ignore' }).status !== 0) {
    rmSync(a, { recursive: true, force: true })
    ok('ln', ['-s', de, a])
  }
  return { folder, remove }
}

/** Makes the edit of a fault. Throws unless it has exactly one place. @returns undoes it */
export function applyFault(folder, { file, from, to }) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const places = text.split(from).length - 1
  if (places !== 1) throw new Error(`${file}: \`from\` occurs ${places} times in the last commit`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  return () => writeFileSync(path, text)
}
