import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { draw, type Tema } from './dibujo'
import { advance, createPartida, type Dificultad, type Partida, pause, resume, start, turn } from './motor'
import { direccionOf } from './slide'
import { direccionDeTecla } from './teclas'

/** Maximum time per frame: time in a hidden window does not count. */
const MAX_SALTO_MS = 250

const nueva = (dificultad: Dificultad, atraviesa: boolean) =>
  createPartida(dificultad, atraviesa, crypto.getRandomValues(new Uint32Array(1))[0] as number)

type Aspecto = { tema: Tema; rejilla: boolean }

/**
 * A game on a canvas: time and drawing follow the animation frames; the component gets only the values that it renders.
 * @param onFin called once at the end of a game
 */
export function usePartida(
  lienzo: RefObject<HTMLCanvasElement | null>,
  aspecto: Aspecto,
  onFin: (p: Partida) => void,
) {
  const [visible, setVisible] = useState(() => nueva('normal', false))
  const partida = useRef(visible)
  const onEndRef = useRef(onFin)
  onEndRef.current = onFin

  const put = useCallback((p: Partida) => {
    const previa = partida.current
    partida.current = p
    if (
      p.fase !== previa.fase ||
      p.puntos !== previa.puntos ||
      p.lado !== previa.lado ||
      p.atraviesa !== previa.atraviesa
    )
      setVisible(p)
    if (p.fase === 'fin' && previa.fase !== 'fin') onEndRef.current(p)
  }, [])

  useEffect(() => {
    let previo = performance.now()
    let marco = requestAnimationFrame(function paso(ahora) {
      put(advance(partida.current, Math.min(MAX_SALTO_MS, ahora - previo)))
      previo = ahora
      const el = lienzo.current
      if (el) draw(el, partida.current, aspecto.tema, aspecto.rejilla, el.clientWidth)
      marco = requestAnimationFrame(paso)
    })
    return () => cancelAnimationFrame(marco)
  }, [lienzo, aspecto.tema, aspecto.rejilla, put])

  const restart = useCallback(
    (cambio: { dificultad?: Dificultad; atraviesa?: boolean } = {}) => {
      const { dificultad, atraviesa } = { ...partida.current, ...cambio }
      put(nueva(dificultad, atraviesa))
    },
    [put],
  )
  const toggle = useCallback(() => {
    const p = partida.current
    if (p.fase === 'fin') restart()
    const actual = partida.current
    put(
      actual.fase === 'jugando' ? pause(actual) : actual.fase === 'pausado' ? resume(actual) : start(actual),
    )
  }, [put, restart])

  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey) return
      // An open menu or a field keeps its keys.
      if (
        (e.target as Element).closest?.(
          'input:not([type=checkbox]), textarea, [role=listbox], [role=combobox], [role=dialog]',
        )
      )
        return
      const direccion = direccionDeTecla(e.key)
      if (direccion) put(turn(partida.current, direccion))
      else if (e.key !== ' ' || (e.target as Element).closest?.('button, [type=checkbox]')) return
      else toggle()
      e.preventDefault()
    }
    const hide = () => document.hidden && put(pause(partida.current))
    addEventListener('keydown', press)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('keydown', press)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [toggle, put])

  const dedo = useRef<{ x: number; y: number }>(null)
  const deslizar = {
    onPointerDown: (e: React.PointerEvent) => {
      dedo.current = { x: e.clientX, y: e.clientY }
    },
    onPointerMove: (e: React.PointerEvent) => {
      if (!dedo.current) return
      const [dx, dy] = [e.clientX - dedo.current.x, e.clientY - dedo.current.y]
      const direccion = direccionOf(dx, dy)
      if (!direccion) return
      dedo.current = { x: e.clientX, y: e.clientY }
      put(turn(partida.current, direccion))
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
    start: () => put(start(partida.current)),
    pause: () => put(pause(partida.current)),
    resume: () => put(resume(partida.current)),
    reiniciar: restart,
    toggle,
    deslizar,
  }
}
