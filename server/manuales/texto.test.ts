import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHostil } from '../pruebas/pdf'
import { readPaginas } from './texto'

describe('text of a PDF', () => {
  let carpeta: string
  const archivo = () => join(carpeta, 'hostil.pdf')
  beforeAll(async () => {
    carpeta = mkdtempSync(join(tmpdir(), 'retorna-texto-'))
    // 80 MB once it is unpacked, for which there is more work than any test waits for.
    writeFileSync(archivo(), await makeHostil('q Q ', 20_000_000))
  })
  afterAll(() => rmSync(carpeta, { recursive: true, force: true }))

  const limites = { ms: 60_000, objetosMb: 256, creceBytes: 1 << 30 }

  test('reading ends when it takes too long', async () => {
    const lectura = readPaginas(archivo(), new AbortController().signal, { ...limites, ms: 300 })
    await expect(lectura).rejects.toThrow('too long')
  })

  test('reading ends when it takes too much memory', async () => {
    const lectura = readPaginas(archivo(), new AbortController().signal, { ...limites, creceBytes: 48 << 20 })
    await expect(lectura).rejects.toThrow('too much memory')
  })

  test('reading ends when nobody wants it any more', async () => {
    const corte = new AbortController()
    const lectura = readPaginas(archivo(), corte.signal, limites)
    setTimeout(() => corte.abort(new Error('parado')), 50)
    await expect(lectura).rejects.toThrow('parado')
  })

  test('what is no PDF is an error, not the end of the process', async () => {
    writeFileSync(join(carpeta, 'roto.pdf'), '%PDF-1.7 nada')
    await expect(readPaginas(join(carpeta, 'roto.pdf'), new AbortController().signal)).rejects.toThrow()
  })
})
