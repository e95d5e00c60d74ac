import { useCallback, useMemo, useState } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { type Grupo, grupoOf } from './grupos'

/** Hovering a row highlights its marker and vice versa. Without hover, the selected device is highlighted. */
export function useHighlight(grupos: Grupo[], elegido: string | undefined, filas: Dispositivo[] | undefined) {
  const [fila, setFila] = useState<Dispositivo | null>(null)
  const [grupo, setGrupo] = useState<Grupo | null>(null)

  const encendido = useMemo(() => {
    if (grupo) return grupo.clave
    const d = fila ?? filas?.find((f) => f.Dispositivo === elegido)
    return d && grupoOf(grupos, d)?.clave
  }, [grupo, fila, filas, elegido, grupos])

  const macs = useMemo(() => {
    if (!grupo) return null
    return new Set(filas?.filter((d) => grupoOf(grupos, d)?.clave === grupo.clave).map((d) => d.Dispositivo))
  }, [grupo, grupos, filas])

  const resaltada = useCallback((d: Dispositivo) => macs?.has(d.Dispositivo) ?? false, [macs])
  return { encendido, resaltada, aFila: setFila, toGrupo: setGrupo }
}
