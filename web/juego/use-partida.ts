import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { direccionDe } from './deslizar'
import { dibujar, type Tema } from './dibujo'
import {
  avanzar,
  createPartida,
  type Dificultad,
  empezar,
  girar,
  type Partida,
  pausar,
  reanudar,
} from './motor'
import { direccionDeTecla } from './teclas'

/** A window that was hidden does not make up for the time. */
const MAX_SALTO_MS = 250

const nueva = (dificultad: Dificultad, atraviesa: boolean) =>
  createPartida(dificultad, atraviesa, crypto.getRandomValues(new Uint32Array(1))[0] as number)

type Aspecto = { tema: Tema; rejilla: boolean }

/**
 * A game on a canvas: time and drawing go with the frames of the screen, the component only hears of what it shows.
 * @param onFin told once how a game ended
 */
export function usePartida(
  lienzo: RefObject<HTMLCanvasElement | null>,
  aspecto: Aspecto,
  onFin: (p: Partida) => void,
) {
  const [visible, setVisible] = useState(() => nueva('normal', false))
  const partida = useRef(visible)
  const alAcabar = useRef(onFin)
  alAcabar.current = onFin

  const poner = useCallback((p: Partida) => {
    const previa = partida.current
    partida.current = p
    if (
      p.fase !== previa.fase ||
      p.puntos !== previa.puntos ||
      p.lado !== previa.lado ||
      p.atraviesa !== previa.atraviesa
    )
      setVisible(p)
    if (p.fase === 'fin' && previa.fase !== 'fin') alAcabar.current(p)
  }, [])

  useEffect(() => {
    let previo = performance.now()
    let marco = requestAnimationFrame(function paso(ahora) {
      poner(avanzar(partida.current, Math.min(MAX_SALTO_MS, ahora - previo)))
      previo = ahora
      const el = lienzo.current
      if (el) dibujar(el, partida.current, aspecto.tema, aspecto.rejilla, el.clientWidth)
      marco = requestAnimationFrame(paso)
    })
    return () => cancelAnimationFrame(marco)
  }, [lienzo, aspecto.tema, aspecto.rejilla, poner])

  const reiniciar = useCallback(
    (cambio: { dificultad?: Dificultad; atraviesa?: boolean } = {}) => {
      const { dificultad, atraviesa } = { ...partida.current, ...cambio }
      poner(nueva(dificultad, atraviesa))
    },
    [poner],
  )
  const alternar = useCallback(() => {
    const p = partida.current
    if (p.fase === 'fin') reiniciar()
    const actual = partida.current
    poner(
      actual.fase === 'jugando'
        ? pausar(actual)
        : actual.fase === 'pausado'
          ? reanudar(actual)
          : empezar(actual),
    )
  }, [poner, reiniciar])

  useEffect(() => {
    const pulsar = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return
      // A menu that is open, or a field, keeps its keys.
      if (
        (e.target as Element).closest?.(
          'input:not([type=checkbox]), textarea, [role=listbox], [role=combobox], [role=dialog]',
        )
      )
        return
      const direccion = direccionDeTecla(e.key)
      if (direccion) poner(girar(partida.current, direccion))
      else if (e.key !== ' ' || (e.target as Element).closest?.('button, [type=checkbox]')) return
      else alternar()
      e.preventDefault()
    }
    const ocultar = () => document.hidden && poner(pausar(partida.current))
    addEventListener('keydown', pulsar)
    document.addEventListener('visibilitychange', ocultar)
    return () => {
      removeEventListener('keydown', pulsar)
      document.removeEventListener('visibilitychange', ocultar)
    }
  }, [alternar, poner])

  const dedo = useRef<{ x: number; y: number }>(null)
  const deslizar = {
    onPointerDown: (e: React.PointerEvent) => {
      dedo.current = { x: e.clientX, y: e.clientY }
    },
    onPointerMove: (e: React.PointerEvent) => {
      if (!dedo.current) return
      const [dx, dy] = [e.clientX - dedo.current.x, e.clientY - dedo.current.y]
      const direccion = direccionDe(dx, dy)
      if (!direccion) return
      dedo.current = { x: e.clientX, y: e.clientY }
      poner(girar(partida.current, direccion))
    },
    onPointerUp: () => {
      dedo.current = null
    },
    onPointerCancel: () => {
      dedo.current = null
    },
  }
  return {
    partida: visible,
    empezar: () => poner(empezar(partida.current)),
    pausar: () => poner(pausar(partida.current)),
    reanudar: () => poner(reanudar(partida.current)),
    reiniciar,
    alternar,
    deslizar,
  }
}
