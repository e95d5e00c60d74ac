import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { HOUR, type PruebaEpcis, startEpcis, wordsOf } from '../../../testing/scenarios/epcis'

const MAC = 'AABBCC000000'

describe.runIf(inject('base').hay)(
  'EPCIS 2.0: identifiers when a prefix, an asset type or a family changes',
  () => {
    let e: PruebaEpcis
    let id: number
    beforeAll(async () => {
      e = await startEpcis()
      await e.put()
      id = e.ids.get(MAC) as number
      await e.contar()
    })
    afterAll(() => e.p.stop())

    const count = async () => (await e.events()).length
    /** Events published after the first `n`. */
    const after = async (n: number) => (await e.events()).slice(n)
    const epcs = async (n: number) => [...new Set((await after(n)).map((x) => x.epcList?.[0]))]
    const look = async () => {
      await e.pool.query(
        "insert into epcis_pendiente (empresa_id, dispositivo_id, desde) select 1, id, '-infinity' from dispositivo where empresa_id = 1",
      )
      return e.contar()
    }

    test('what was published keeps its identifiers and its eventID; what is published from then on has the new ones', async () => {
      await e.stay(MAC, 'Muelle', [20 * HOUR, 19.5 * HOUR])
      await e.contar()
      const before = await e.events()
      const CAMBIOS = [
        [{ prefijo: '4012345' }, `urn:epc:id:grai:4012345.00001.${id}`],
        [{ familias: [{ familia: '20014', tipo: '00002' }] }, `urn:epc:id:grai:8412345.00002.${id}`],
        [{ dominio: 'https://id.acme.example' }, `https://id.acme.example/8003/08412345000010${id}`],
        [{ prefijo: null, familias: [] }, expect.stringMatching(new RegExp(`/epcis/obj/contenedor_${id}$`))],
        [{}, `urn:epc:id:grai:8412345.00001.${id}`],
      ] as const
      for (const [i, [cambio, epc]] of CAMBIOS.entries()) {
        expect((await e.put(cambio as object)).status).toBe(200)
        // A change of names publishes nothing again.
        expect([cambio, await look()]).toEqual([cambio, 0])
        const n = await count()
        await e.stay(MAC, 'Taller', [(18 - i) * HOUR, (17.5 - i) * HOUR])
        expect(await e.contar()).toBe(2)
        expect([cambio, await epcs(n)]).toEqual([cambio, [epc]])
      }
      expect((await e.events()).slice(0, before.length)).toEqual(before)
    })

    test('a declaration that an event was wrong names it as it was published, whatever it is named now', async () => {
      const old = `urn:epc:id:grai:8412345.00001.${id}`
      await e.put({ prefijo: '4012345' })
      const n = await count()
      const [first] = (await e.events()).filter((x) => x.bizStep === 'arriving' && x.epcList?.[0] === old)
      await e.pool.query('update estancia set ubicacion_id = $1 where dispositivo_id = $2 and desde = $3', [
        e.place('Lavado'),
        id,
        first?.eventTime,
      ])
      await e.contar()
      const published = await after(n)
      expect(
        published.map((x) => [wordsOf(x).split(' ')[0], x.errorDeclaration?.reason, x.epcList?.[0]]),
      ).toEqual([
        ['arriving', 'incorrect_data', old],
        ['departing', 'incorrect_data', old],
        ['arriving', undefined, `urn:epc:id:grai:4012345.00001.${id}`],
        ['departing', undefined, `urn:epc:id:grai:4012345.00001.${id}`],
      ])
      expect(published[0]).toMatchObject({
        eventID: first?.eventID,
        errorDeclaration: { correctiveEventIDs: [published[2]?.eventID] },
      })
      await e.put()
    })

    test('a container that is renamed into another family has the asset type of that one, or our own URI where it has none', async () => {
      const cookie = await e.p.as('admin')
      const rename = async (apodo: string) =>
        expect(
          await e.p.call('POST', '/api/change_device_apodo', { body: { mac_serie: MAC, apodo }, cookie }),
        ).toMatchObject({ status: 200 })
      const before = await e.events()
      await rename('30001-000')
      expect(await look()).toBe(0)
      let n = await count()
      await e.stay(MAC, 'Muelle', [5 * HOUR, 4.5 * HOUR])
      await e.contar()
      expect(await epcs(n)).toEqual([expect.stringMatching(new RegExp(`/epcis/obj/contenedor_${id}$`))])
      // The new family name has the same asset type: the GRAI is unchanged, because its serial is the container's id.
      await e.put({
        familias: [
          { familia: '20014', tipo: '00001' },
          { familia: '30001', tipo: '00001' },
        ],
      })
      n = await count()
      await e.stay(MAC, 'Taller', [4 * HOUR, 3.5 * HOUR])
      await e.contar()
      expect(await epcs(n)).toEqual([`urn:epc:id:grai:8412345.00001.${id}`])
      expect((await e.events()).slice(0, before.length)).toEqual(before)
    })
  },
)
