import { queryOptions } from '@tanstack/react-query'
import type { Puntuacion } from '#contract/relics/juego'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { recuerdo } from '../../lib/recuerdo'

const CLAVE = 'retorna.juego.puntuaciones'
const CLAVE_MEJOR = 'retorna.juego.mejor'
const LOCALES = 10
const GLOBALES = 50

/** The ten best scores that were not sent to the server. */
export function listLocales(): Puntuacion[] {
  try {
    const guardado = JSON.parse(recuerdo.get(CLAVE) ?? '[]')
    if (!Array.isArray(guardado)) return []
    return guardado
      .filter((p) => typeof p?.name === 'string' && Number.isFinite(p?.points))
      .sort((a, b) => b.points - a.points)
      .slice(0, LOCALES)
  } catch {
    return []
  }
}

function saveLocal(p: Omit<Puntuacion, 'id'>): void {
  const lista = [...listLocales(), { id: -Date.now(), ...p }].sort((a, b) => b.points - a.points)
  recuerdo.set(CLAVE, JSON.stringify(lista.slice(0, LOCALES)))
}

export const puntuacionesQuery = () =>
  queryOptions({
    queryKey: ['juego', 'puntuaciones'],
    queryFn: async ({ signal }): Promise<{ lista: Puntuacion[]; local: boolean }> => {
      try {
        const lista = await call(api.listPuntuaciones, {
          query: { scope: 'global', limit: GLOBALES },
          signal,
        })
        return { lista, local: false }
      } catch (causa) {
        if (causa instanceof DOMException) throw causa
        return { lista: listLocales(), local: true }
      }
    },
    retry: false,
  })

/** Send the score of a game; if that fails, it stays in this browser. */
export async function sendPuntos(points: number, seconds: number, name: string): Promise<void> {
  if (points <= 0) return
  try {
    await call(api.createPuntuacion, { body: { points, seconds } })
  } catch {
    saveLocal({ name, points })
  }
}

export const readMejor = (): number => Number(recuerdo.get(CLAVE_MEJOR)) || 0
export function saveMejor(puntos: number): number {
  const mejor = Math.max(puntos, readMejor())
  recuerdo.set(CLAVE_MEJOR, String(mejor))
  return mejor
}
