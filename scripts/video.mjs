// Makes the film that /Manuales shows, of a running demo: node scripts/video.mjs http://127.0.0.1:3000 (needs ffmpeg)
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESCENAS } from '../docs/manual/recorrido.mjs'
import { createCamara } from './camara.mjs'
import { RAIZ } from './prepare.mjs'

const ARCHIVO = join(RAIZ, 'docs/manuales/Vídeos/Recorrido por Retorna.mp4')
const VENTANA = { width: 1280, height: 720 }
const FPS = 25
const BORRA = { recursive: true, force: true }

const base = process.argv[2]
if (!base) {
  process.stderr.write('retorna: indique la dirección de una demostración en marcha\n')
  process.exit(1)
}

/** A subtitle at the foot of the page, and a visible pointer. */
function putRotulo(texto) {
  const put = (id, estilo) => {
    const e = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'))
    e.id = id
    Object.assign(e.style, { position: 'fixed', zIndex: 100000, pointerEvents: 'none', ...estilo })
    return e
  }
  put('rotulo-video', {
    left: '0',
    right: '0',
    bottom: '0',
    padding: '14px 32px 16px',
    background: 'rgb(12 38 41 / 0.94)',
    color: '#fff',
    font: '550 22px/30px "Inter Variable", Inter, sans-serif',
    textAlign: 'center',
  }).textContent = texto
  const puntero = document.getElementById('puntero-video')
  if (puntero) return
  put('puntero-video', {
    left: '-11px',
    top: '-11px',
    width: '22px',
    height: '22px',
    borderRadius: '50%',
    background: 'rgb(217 119 6 / 0.55)',
    border: '2px solid #b45309',
    boxSizing: 'border-box',
    transform: 'translate(1180px, 560px)',
    transition: 'transform 700ms ease-in-out',
  })
}

const movePuntero = ([x, y]) => {
  const puntero = document.getElementById('puntero-video')
  if (puntero) puntero.style.transform = `translate(${x}px, ${y}px)`
}

/** The actions of a scene. Only the time while it looks (`look`) is in the film: the time that a click or a page takes is cut. */
function createGuia(pagina, roll) {
  const look = (segundos) => roll(() => pagina.waitForTimeout(segundos * 1000))
  const say = (texto) => pagina.evaluate(putRotulo, texto)
  async function press(donde) {
    await donde.waitFor({ state: 'visible', timeout: 20_000 })
    const caja = await donde.boundingBox()
    await pagina.evaluate(movePuntero, [caja.x + caja.width / 2, caja.y + caja.height / 2])
    await look(0.8)
    await donde.click()
  }
  return { pagina, look, say, press }
}

/** The scenes as frames ({ archivo, t }, in ms) and the time spans that are shown, both in order. */
async function film(pagina, carpeta) {
  const cuadros = []
  const tramos = []
  await pagina.screencast.start({
    size: VENTANA,
    quality: 92,
    onFrame: ({ data }) => {
      const archivo = join(carpeta, `${String(cuadros.length).padStart(5, '0')}.jpg`)
      writeFileSync(archivo, data)
      cuadros.push({ archivo, t: performance.now() })
    },
  })
  const guia = createGuia(pagina, async (hacer) => {
    const desde = performance.now()
    await hacer()
    tramos.push([desde, performance.now()])
  })
  for (const { titulo, ruta, listo, rotulo, hacer } of ESCENAS) {
    await pagina.goto(typeof ruta === 'string' ? ruta : await ruta(pagina.request))
    await listo(pagina).first().waitFor({ state: 'visible', timeout: 30_000 })
    await pagina.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
    await guia.say(rotulo)
    // Wait until it is rendered.
    await pagina.waitForTimeout(400)
    await hacer(guia)
    process.stdout.write(`${titulo}\n`)
  }
  await pagina.screencast.stop()
  return { cuadros, tramos }
}

/** For ffmpeg's concat: each frame with its duration in seconds. A frame lasts until the next one. */
function listaOf({ cuadros, tramos }) {
  const lineas = ['ffconcat version 1.0']
  for (const [desde, hasta] of tramos)
    for (const [i, { archivo, t }] of cuadros.entries()) {
      const dura = Math.min(hasta, cuadros[i + 1]?.t ?? hasta) - Math.max(desde, t)
      if (dura > 0) lineas.push(`file '${archivo}'`, `duration ${(dura / 1000).toFixed(4)}`)
    }
  return `${lineas.join('\n')}\n`
}

const carpeta = mkdtempSync(join(tmpdir(), 'retorna-video-'))
const camara = await createCamara(base, VENTANA)
try {
  const lista = join(carpeta, 'lista.txt')
  writeFileSync(lista, listaOf(await film(await camara.pageOf('operario'), carpeta)))
  mkdirSync(join(ARCHIVO, '..'), { recursive: true })
  const { status } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', lista],
      ...['-vf', `fps=${FPS},scale=${VENTANA.width}:${VENTANA.height}:out_range=tv,format=yuv420p`],
      ...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'medium', '-crf', '25', '-g', String(FPS * 4)],
      ...['-movflags', '+faststart', '-metadata', 'title=Recorrido por Retorna', ARCHIVO],
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('ffmpeg no ha podido hacer el vídeo')
} finally {
  await camara.close()
  rmSync(carpeta, BORRA)
}
