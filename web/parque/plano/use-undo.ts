import { useEffect } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { useAviso } from '../../ui/feedback/aviso'
import type { ChangePlano } from './use-cambiar-plano'
import { type Edicion, isGuardado } from './use-edicion'

/** Undo and redo by button and by Ctrl+Z, Ctrl+Y; the server's part is done first. */
export function useUndo(plano: Plano, edicion: Edicion, cambios: ChangePlano) {
  const aviso = useAviso()
  const step = (sentido: 'undo' | 'redo') => {
    const paso = sentido === 'undo' ? edicion.anterior : edicion.siguiente
    if (!paso || cambios.ocupado) return
    if (!isGuardado(paso)) return edicion[sentido](paso)
    const work = paso[sentido]
    if (!work) return
    cambios.change(
      () => work(plano),
      () => {
        edicion[sentido](paso)
        aviso.exito(`${sentido === 'undo' ? 'Deshecho' : 'Rehecho'}: ${paso.texto}`)
      },
    )
  }
  const undo = () => step('undo')
  const redo = () => step('redo')

  useEffect(() => {
    const onTecla = (e: KeyboardEvent) => {
      if (
        !(e.ctrlKey || e.metaKey) ||
        // A menu or dialog over the plan handles its own keys.
        (e.target as Element).closest('input, textarea, .MuiModal-root')
      )
        return
      const tecla = e.key.toLowerCase()
      if (tecla === 'y' || (tecla === 'z' && e.shiftKey)) redo()
      else if (tecla === 'z') undo()
      else return
      e.preventDefault()
    }
    addEventListener('keydown', onTecla)
    return () => removeEventListener('keydown', onTecla)
  })
  return { undo, redo }
}
