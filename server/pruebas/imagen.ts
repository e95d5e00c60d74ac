import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RAIZ } from '../config'

/** The last stage of deploy/Dockerfile: what it copies out of the one that builds, and what it starts. */
export function readImagen() {
  const texto = readFileSync(join(RAIZ, 'deploy/Dockerfile'), 'utf8')
  const ultima = texto.slice(texto.lastIndexOf('\nFROM '))
  const copias = [...ultima.matchAll(/^COPY --from=obra \/app\/(\S+) (\S+)$/gm)].map(
    ([, de = '', a = '']) => ({
      de,
      a: a.endsWith('/') ? join(a, basename(de)) : a,
    }),
  )
  const [programa, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(ultima)?.[1] ?? '[]') as string[]
  return { copias, todas: ultima.match(/^COPY /gm)?.length ?? 0, programa, args }
}

/** Links to the packages that `npm prune --omit=dev` leaves. */
function linkPaquetes(carpeta: string): void {
  const { packages } = JSON.parse(readFileSync(join(RAIZ, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  for (const [ruta, { dev, devOptional }] of Object.entries(packages)) {
    // Those inside of another come with it.
    if (dev || devOptional || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(ruta)) continue
    const enlace = join(carpeta, ruta.slice('node_modules/'.length))
    mkdirSync(dirname(enlace), { recursive: true })
    // What is for other systems is not there.
    if (existsSync(join(RAIZ, ruta))) symlinkSync(join(RAIZ, ruta), enlace, 'junction')
  }
}

/** Lay what the image has into an empty folder, with a build of these sources. */
export function layImagen(carpeta: string): void {
  const orden = `import('./scripts/prepare.mjs').then((p) => p.ensureConstruido())`
  spawnSync(process.execPath, ['-e', orden], { cwd: RAIZ, stdio: 'inherit' })
  for (const { de, a } of readImagen().copias)
    if (de === 'node_modules') linkPaquetes(join(carpeta, a))
    else cpSync(join(RAIZ, de), join(carpeta, a), { recursive: true })
}
