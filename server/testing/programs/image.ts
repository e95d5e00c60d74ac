import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '../../platform/config/config'

/** The last stage of deploy/Dockerfile: what it copies from the build stage, and what it starts. */
export function readImage() {
  const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  const last = text.slice(text.lastIndexOf('\nFROM '))
  const copias = [...last.matchAll(/^COPY --from=obra \/app\/(\S+) (\S+)$/gm)].map(([, de = '', a = '']) => ({
    de,
    a: a.endsWith('/') ? join(a, basename(de)) : a,
  }))
  const [programa, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(last)?.[1] ?? '[]') as string[]
  return { copias, todas: last.match(/^COPY /gm)?.length ?? 0, programa, args }
}

/** Link the packages that `npm prune --omit=dev` leaves. */
function linkPackets(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  for (const [ruta, { dev, devOptional }] of Object.entries(packages)) {
    // Packages nested in another one come with it.
    if (dev || devOptional || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(ruta)) continue
    const link = join(folder, ruta.slice('node_modules/'.length))
    mkdirSync(dirname(link), { recursive: true })
    // Packages for other systems are not installed.
    if (existsSync(join(ROOT, ruta))) symlinkSync(join(ROOT, ruta), link, 'junction')
  }
}

/** Fill an empty folder with the contents of the image, with a build of these sources. */
export function layImagen(folder: string): void {
  const order = `import('./scripts/prepare.mjs').then((p) => p.ensureConstruido())`
  spawnSync(process.execPath, ['-e', order], { cwd: ROOT, stdio: 'inherit' })
  for (const { de, a } of readImage().copias)
    if (de === 'node_modules') linkPackets(join(folder, a))
    else cpSync(join(ROOT, de), join(folder, a), { recursive: true })
}
