import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAviso } from '../../ui/feedback/aviso'

const TECLAS = [
  'ArrowUp',
  'ArrowUp',
  'ArrowDown',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowLeft',
  'ArrowRight',
  'b',
  'a',
]
const ESPERA_MS = 2_000

/** Ten keys, pressed on any screen, open the secret screen. */
export function useKonami(): void {
  const navigate = useNavigate()
  const aviso = useAviso()
  useEffect(() => {
    let acertadas = 0
    let reloj: ReturnType<typeof setTimeout> | undefined
    const press = (e: KeyboardEvent) => {
      const tecla = e.key.length === 1 ? e.key.toLowerCase() : e.key
      if (tecla === TECLAS[acertadas]) acertadas++
      // After a third arrow up, the last two still count.
      else if (tecla !== 'ArrowUp') acertadas = 0
      else acertadas = acertadas === 2 ? 2 : 1
      if (acertadas < TECLAS.length) return
      acertadas = 0
      aviso.info('Modo Secreto Activado')
      void import('./confeti').then(({ throwConfeti }) => throwConfeti())
      clearTimeout(reloj)
      reloj = setTimeout(() => void navigate({ to: '/secret' }), ESPERA_MS)
    }
    // Menus and lists stop the propagation of arrow keys, so this listens in the capture phase.
    addEventListener('keydown', press, true)
    return () => {
      removeEventListener('keydown', press, true)
      clearTimeout(reloj)
    }
  }, [navigate, aviso])
}
