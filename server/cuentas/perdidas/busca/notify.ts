import { MAX_JUNTOS } from '#contract/avisos/avisos/values'
import { type Hecho, notifyAll, takeNew } from '../../../avisos/avisos/notify'
import type { Db } from '../../../platform/db/client'
import { groupBy } from '../../../platform/time/groups'
import { type Buscado, listBuscados } from './repo'

type Nuevo = Buscado & { clave: string }

/** A notice for one user: where all of it was heard last at one place, with that place. */
function hechoOf(suyos: readonly Nuevo[]): Hecho {
  // Ordered by length of silence.
  const { clave, empresa, persona, nombre, lugar, desde } = suyos[0] as Nuevo
  const juntos = suyos.every((b) => b.lugar === lugar) ? lugar : null
  return {
    empresa,
    tipo: 'extravio',
    clave: `con ${clave}`,
    datos: {
      contenedores: suyos.slice(0, MAX_JUNTOS).map((b) => b.contenedor),
      n: suyos.length,
      lugar: juntos,
      desde: desde.toISOString(),
      busca: nombre,
    },
    enlace: '/perdidas?peldano=en_busqueda&lleva=yo',
    solo: [persona],
    grupo: JSON.stringify(['busca', persona, juntos]),
  }
}

/** Notifies the users who are to search for these and did not say so themselves: each once, all of a user in one notice. */
export async function notifyBuscados(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const buscados = (await listBuscados(tx, ids)).map(
    (b): Nuevo => ({ ...b, clave: `busca:${b.id}:${b.asiento}` }),
  )
  const porPersona = groupBy(await takeNew(tx, buscados), (b) => `${b.empresa} ${b.persona}`)
  await notifyAll(tx, [...porPersona.values()].map(hechoOf))
}
