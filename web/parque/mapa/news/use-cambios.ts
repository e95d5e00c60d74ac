import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { subscribeCambios } from '../../../lib/api/live'
import { askAgain, createRitmo } from '../../../lib/use-recount'
import type { Limites } from '../../../ui/mapa/vista'
import { CLAVE, type Visibles } from '../queries'
import { createNovedades } from './novedades'

const REALCE_MS = 1_500
const MARCADORES_MS = 2_000
const NINGUNO: ReadonlySet<string> = new Set()

type Vista = { limites: Limites; visibles: Visibles | undefined; porFecha: boolean }

/**
 * Live changes: rows are patched in place; markers are refetched at most every 2 s, less often if answers are slow, and only if something
 * in view changed. Returns the devices whose state or place has just changed.
 */
export function useCambios(vista: Vista): ReadonlySet<string> {
  const cliente = useQueryClient()
  const [recientes, setRecientes] = useState(NINGUNO)
  const [novedades] = useState(createNovedades)
  const actual = useRef(vista)
  useEffect(() => {
    actual.current = vista
  })
  const filas = vista.visibles?.data
  useEffect(() => novedades.remember(filas ?? []), [novedades, filas])

  useEffect(() => {
    const relojes = new Set<ReturnType<typeof setTimeout>>()
    let conFilas = false
    let conTodo = false
    const ritmo = createRitmo(() => {
      const [todo, filas] = [conTodo, conFilas]
      conTodo = conFilas = false
      if (todo) return askAgain(cliente, [CLAVE.todo], true)
      return askAgain(cliente, filas ? [CLAVE.celdas, CLAVE.visibles, CLAVE.flota] : [CLAVE.celdas])
    }, MARCADORES_MS)

    const highlight = (macs: string[]) => {
      if (macs.length === 0) return
      setRecientes((previas) => new Set([...previas, ...macs]))
      const reloj = setTimeout(() => {
        relojes.delete(reloj)
        setRecientes((previas) => new Set([...previas].filter((mac) => !macs.includes(mac))))
      }, REALCE_MS)
      relojes.add(reloj)
    }

    const stop = subscribeCambios(({ recargar, dispositivos }) => {
      if (recargar) {
        conTodo = true
        return ritmo.request()
      }
      const nuevos = new Map(dispositivos.map((d) => [d.Dispositivo, d]))
      cliente.setQueriesData<Visibles>({ queryKey: CLAVE.visibles }, (previa) =>
        previa?.data.some((d) => nuevos.has(d.Dispositivo))
          ? { ...previa, data: previa.data.map((d) => nuevos.get(d.Dispositivo) ?? d) }
          : previa,
      )
      cliente.setQueriesData<Dispositivo>({ queryKey: CLAVE.dispositivo }, (previa) =>
        previa ? (nuevos.get(previa.Dispositivo) ?? previa) : previa,
      )
      const { limites, visibles, porFecha } = actual.current
      const completa = visibles !== undefined && visibles.data.length === visibles.total
      const { macs, marcadores, lista } = novedades.compare(dispositivos, limites, completa)
      // Every change would reorder a list sorted by time, so only the 60 s poll refreshes it.
      conFilas ||= lista && !(porFecha && visibles?.total)
      if (marcadores || lista) ritmo.request()
      highlight(macs)
    })
    return () => {
      stop()
      ritmo.stop()
      for (const reloj of relojes) clearTimeout(reloj)
    }
  }, [cliente, novedades])

  return recientes
}
