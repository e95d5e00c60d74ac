import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeposito } from './deposito'
import { startIndexedDb } from './indexeddb-prueba'

type Cosa = { id: number; de: string; texto: string }
const cosa = (id: number, texto = 'x', de = 'a'): Cosa => ({ id, de, texto })
const create = () => createDeposito('prueba', { cosas: { clave: 'id', indice: 'de' } })

describe('the store of a device', () => {
  let idb: ReturnType<typeof startIndexedDb>
  beforeEach(() => {
    idb = startIndexedDb()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test('keeps what is written, over pages', async () => {
    const d = create()
    await d.add('cosas', [cosa(1), cosa(2, 'y', 'b')])
    await d.keep('cosas', [cosa(1, 'z')])
    await d.remove('cosas', [2])
    expect(await create().list('cosas')).toEqual([cosa(1, 'z')])
    expect(idb.aperturas()).toBe(2)
  })

  test.each([true, false])(
    'opens again after the browser closed it, as iOS does (told: %s)',
    async (avisa) => {
      const d = create()
      await d.add('cosas', [cosa(1)])
      idb.closeAll(avisa)
      await d.add('cosas', [cosa(2)])
      idb.closeAll(avisa)
      expect(await d.list('cosas')).toHaveLength(2)
      idb.closeAll(avisa)
      expect(await d.get('cosas', 2)).toEqual(cosa(2))
      expect(idb.aperturas()).toBe(4)
    },
  )

  test('is closed for a tab with a later build, and is there again afterwards', async () => {
    const d = create()
    await d.add('cosas', [cosa(1)])
    const later = createDeposito('prueba', { cosas: { clave: 'id' }, otras: { clave: 'id' } }, 2)
    await later.add('otras', [cosa(9)])
    // This build does not know that version: it says so each time, and never hangs.
    for (let i = 0; i < 2; i++) await expect(d.list('cosas')).rejects.toThrow()
    expect(await later.list('cosas')).toEqual([cosa(1)])
  })

  test('without room what is new is refused, all of it, and what was there stays', async () => {
    const d = create()
    await d.add('cosas', [cosa(1)])
    idb.setLleno(true)
    await expect(d.add('cosas', [cosa(2), cosa(3)])).rejects.toThrow('full')
    idb.setLleno(false)
    expect(await d.list('cosas')).toEqual([cosa(1)])
  })

  test('without room what has become of an entry is known to the page, and written once there is room', async () => {
    const d = create()
    await d.add('cosas', [cosa(1), cosa(2), cosa(3, 'x', 'b')])
    idb.setLleno(true)
    await d.keep('cosas', [cosa(1, 'sent')])
    await d.keep('cosas', [cosa(4, 'fetched')])
    expect(await d.get('cosas', 1)).toEqual(cosa(1, 'sent'))
    expect(await d.list('cosas')).toEqual([cosa(2), cosa(3, 'x', 'b'), cosa(1, 'sent'), cosa(4, 'fetched')])
    expect(await d.list('cosas', 'b')).toEqual([cosa(3, 'x', 'b')])
    expect(await create().get('cosas', 1)).toEqual(cosa(1))
    idb.setLleno(false)
    await d.add('cosas', [cosa(5)])
    expect(await create().list('cosas')).toEqual([
      cosa(1, 'sent'),
      cosa(2),
      cosa(3, 'x', 'b'),
      cosa(4, 'fetched'),
      cosa(5),
    ])
  })

  test('a browser that allows no database loses no deletion while the page lives', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('not allowed', 'SecurityError')
      },
    })
    const d = create()
    await d.keep('cosas', [cosa(1)])
    expect(await d.get('cosas', 1)).toEqual(cosa(1))
    await d.remove('cosas', [1])
    expect(await d.get('cosas', 1)).toBeUndefined()
    await expect(d.add('cosas', [cosa(2)])).rejects.toThrow('not allowed')
  })
})
