// Makes the icons of the app in web/public from the mark, web/public/favicon.svg: node scripts/iconos.mjs
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { RAIZ } from './prepare.mjs'

const CARPETA = join(RAIZ, 'web/public')
const FONDO = '#0F5C63'

/**
 * `mark`: share of the side that the mark takes. `corner`: corner radius of the background, as a share of the side; for systems that crop
 * icons themselves the background is not rounded and the mark stays in the middle 80 %. Without `ground`, the mark alone.
 */
const ICONOS = [
  { nombre: 'icono-32.png', lado: 32, mark: 1 },
  { nombre: 'icono-180.png', lado: 180, mark: 0.58, ground: true, corner: 0 },
  { nombre: 'icono-192.png', lado: 192, mark: 0.62, ground: true, corner: 0.22 },
  { nombre: 'icono-512.png', lado: 512, mark: 0.62, ground: true, corner: 0.22 },
  { nombre: 'icono-recortable-512.png', lado: 512, mark: 0.52, ground: true, corner: 0 },
]

const svg = await readFile(join(CARPETA, 'favicon.svg'), 'utf8')
const navegador = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const pagina = await navegador.newPage({ colorScheme: 'light' })
for (const { nombre, lado, mark, ground, corner } of ICONOS) {
  await pagina.setViewportSize({ width: lado, height: lado })
  await pagina.setContent(`<style>
    body { margin: 0; height: 100vh; display: grid; place-items: center; border-radius: ${(corner ?? 0) * lado}px;
      background: ${ground ? FONDO : 'none'} }
    html { background: none }
    svg { width: ${mark * lado}px; height: ${mark * lado}px; ${ground ? 'stroke: #fff' : ''} }
  </style>${svg}`)
  await pagina.screenshot({ path: join(CARPETA, nombre), omitBackground: true })
}
await navegador.close()
