import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Dispositivo } from '#contract/dispositivos'
import { suscribirCambios } from '../lib/live'
import { contiene, type Limites } from '../ui/mapa/vista'
import type { Grupo } from './grupos'
import { CLAVE, type Ficha, type Visibles } from './queries'

const REALCE_MS = 1_500
const MARCADORES_MS = 2_000
const NINGUNO: ReadonlySet<string> = new Set()

type Vista = { limites: Limites; grupos: Grupo[]; filas: Dispositivo[] | undefined; porFecha: boolean }

/**
 * Live changes: rows are patched where they stand; markers are asked for again at most every 2 s, and only when
 * something in view changed. Returns the devices that have just changed.
 */
export function useCambios(vista: Vista): ReadonlySet<string> {
  const cliente = useQueryClient()
  const [recientes, setRecientes] = useState(NINGUNO)
  const actual = useRef(vista)
  useEffect(() => {
    actual.current = vista
  })

  useEffect(() => {
    let apagar: ReturnType<typeof setTimeout> | undefined
    let pedir: ReturnType<typeof setTimeout> | undefined
    let ultima = 0
    let conFilas = false

    const refrescar = (filas: boolean) => {
      conFilas ||= filas
      pedir ??= setTimeout(
        () => {
          pedir = undefined
          ultima = Date.now()
          void cliente.invalidateQueries({ queryKey: CLAVE.celdas })
          if (conFilas) void cliente.invalidateQueries({ queryKey: CLAVE.visibles })
          conFilas = false
        },
        Math.max(0, ultima + MARCADORES_MS - Date.now()),
      )
    }

    const parar = suscribirCambios(({ recargar, dispositivos }) => {
      if (recargar) {
        refrescar(true)
        return
      }
      const nuevos = new Map(dispositivos.map((d) => [d.Dispositivo, d]))
      cliente.setQueriesData<Visibles>({ queryKey: CLAVE.visibles }, (previa) =>
        previa?.data.some((d) => nuevos.has(d.Dispositivo))
          ? { ...previa, data: previa.data.map((d) => nuevos.get(d.Dispositivo) ?? d) }
          : previa,
      )
      cliente.setQueriesData<Ficha>({ queryKey: CLAVE.dispositivo }, (previa) =>
        previa ? (nuevos.get(previa.Dispositivo) ?? previa) : previa,
      )
      const { limites, grupos, filas = [], porFecha } = actual.current
      const enLista = new Set(filas.map((d) => d.Dispositivo))
      const solos = new Set(grupos.flatMap((g) => g.celdas.map((c) => c.solo?.mac)))
      const enVista = dispositivos.filter(
        (d) => contiene(limites, d.Lat, d.Lon) || enLista.has(d.Dispositivo) || solos.has(d.Dispositivo),
      )
      if (enVista.length === 0) return
      // Sorted by time, every change would reorder the page under the reader's eyes; the 60 s poll does that.
      refrescar(
        !porFecha && enVista.some((d) => contiene(limites, d.Lat, d.Lon) !== enLista.has(d.Dispositivo)),
      )
      setRecientes(new Set(nuevos.keys()))
      clearTimeout(apagar)
      apagar = setTimeout(() => setRecientes(NINGUNO), REALCE_MS)
    })
    return () => {
      parar()
      clearTimeout(apagar)
      clearTimeout(pedir)
    }
  }, [cliente])

  return recientes
}
