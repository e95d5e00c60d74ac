import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Incidencia } from '#contract/oir/incidencias/incidencias'
import { subscribeCambios } from '../../../lib/api/live'
import { askAgain, createRitmo } from '../../../lib/use-recount'
import { CLAVE } from '../queries'

/** A container that was hit sends a change every second for a while. */
const ENTRE_RECARGAS_MS = 5_000

const ultimaOf = (filas: Incidencia[]) => filas.reduce((max, i) => Math.max(max, i.id), 0)

/** Refetch in the background when a container is hit. */
export function useImpactosVivos(): void {
  const cliente = useQueryClient()
  useEffect(() => {
    const ritmo = createRitmo(() => askAgain(cliente, [CLAVE.lista]), ENTRE_RECARGAS_MS)
    const stop = subscribeCambios(({ recargar, dispositivos }) => {
      if (recargar || dispositivos.some((d) => d.Estado === 'Impacto')) ritmo.request()
    })
    return () => {
      stop()
      ritmo.stop()
    }
  }, [cliente])
}

/**
 * New incidents wait until the user asks for them, so that no row moves under the pointer. `clave` identifies the list: a new list shows
 * all its rows.
 */
export function useNuevas(filas: Incidencia[] | undefined, clave: string) {
  const [corte, setCorte] = useState<{ clave: string; id: number }>()
  if (filas && corte?.clave !== clave) setCorte({ clave, id: ultimaOf(filas) })
  const id = corte?.clave === clave ? corte.id : Number.POSITIVE_INFINITY
  const vistas = useMemo(() => {
    const anteriores = filas?.filter((i) => i.id <= id)
    // In an empty list no row can move.
    return anteriores?.length ? anteriores : filas
  }, [filas, id])
  const nuevas = (filas?.length ?? 0) - (vistas?.length ?? 0)
  const show = (todas = filas) => todas && setCorte({ clave, id: ultimaOf(todas) })
  return { vistas, nuevas, show }
}
