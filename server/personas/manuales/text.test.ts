import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeHostil } from '../../testing/files'
import { createLector } from './text'

describe('text of a PDF', () => {
  let folder: string
  const archivo = () => join(folder, 'hostil.pdf')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'retorna-texto-'))
    // 80 MB when unpacked: more work than the test waits for.
    writeFileSync(archivo(), await makeHostil('q Q ', 20_000_000))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const nunca = new AbortController().signal
  const limites = { ms: 60_000, objetosMb: 256, bytes: 1 << 30 }

  test('reading ends when it takes too long', async () => {
    const lector = createLector({ ...limites, ms: 300 })
    await expect(lector.read(archivo(), nunca)).rejects.toThrow('too long')
  })

  test('reading ends when it takes too much memory', async () => {
    const lector = createLector({ ...limites, bytes: 110 << 20 })
    await expect(lector.read(archivo(), nunca)).rejects.toThrow('too much memory')
  })

  test('reading ends when nobody wants it any more', async () => {
    const corte = new AbortController()
    const lectura = createLector(limites).read(archivo(), corte.signal)
    setTimeout(() => corte.abort(new Error('parado')), 50)
    await expect(lectura).rejects.toThrow('parado')
  })

  test('a process that dies takes nobody along: its reading fails, and the next one has another', async () => {
    writeFileSync(join(folder, 'uno.pdf'), await makeHostil('q Q ', 1))
    // With so little memory it ends before it can read anything.
    const pobre = createLector({ ...limites, objetosMb: 1 })
    for (let i = 0; i < 2; i++)
      await expect(pobre.read(join(folder, 'uno.pdf'), nunca)).rejects.toThrow('too much memory')
    const lector = createLector(limites)
    expect(await lector.read(join(folder, 'uno.pdf'), nunca)).toEqual(['.'])
    await lector.stop()
  })

  test('what is no PDF is an error, and the next one is read all the same', async () => {
    const lector = createLector(limites)
    writeFileSync(join(folder, 'roto.pdf'), '%PDF-1.7 nada')
    writeFileSync(join(folder, 'bueno.pdf'), await makeHostil('q Q ', 1))
    await expect(lector.read(join(folder, 'roto.pdf'), nunca)).rejects.toThrow()
    for (let i = 0; i < 3; i++) expect(await lector.read(join(folder, 'bueno.pdf'), nunca)).toEqual(['.'])
    await lector.stop()
  })
})
