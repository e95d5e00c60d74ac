import { useEffect } from 'react'
import type { Plano } from '#contract/ubicaciones'
import { useAviso } from '../ui/aviso'
import type { CambiarPlano } from './use-cambiar-plano'
import { type Edicion, esGuardado } from './use-edicion'

/** Take back the last step and make it again, by button and by Ctrl+Z, Ctrl+Y; the server's part first. */
export function useDeshacer(plano: Plano, edicion: Edicion, cambios: CambiarPlano) {
  const aviso = useAviso()
  const ir = (sentido: 'deshacer' | 'rehacer') => {
    const paso = sentido === 'deshacer' ? edicion.anterior : edicion.siguiente
    if (!paso || cambios.ocupado) return
    if (!esGuardado(paso)) return edicion[sentido](paso)
    const hacer = paso[sentido]
    if (!hacer) return
    cambios.cambiar(
      () => hacer(plano),
      () => {
        edicion[sentido](paso)
        aviso.exito(`${sentido === 'deshacer' ? 'Deshecho' : 'Rehecho'}: ${paso.texto}`)
      },
    )
  }
  const deshacer = () => ir('deshacer')
  const rehacer = () => ir('rehacer')

  useEffect(() => {
    const alTeclear = (e: KeyboardEvent) => {
      if (
        !(e.ctrlKey || e.metaKey) ||
        // What lies over the plan, be it a menu of a dialog, has its own keys.
        (e.target as Element).closest('input, textarea, .MuiModal-root')
      )
        return
      const tecla = e.key.toLowerCase()
      if (tecla === 'y' || (tecla === 'z' && e.shiftKey)) rehacer()
      else if (tecla === 'z') deshacer()
      else return
      e.preventDefault()
    }
    addEventListener('keydown', alTeclear)
    return () => removeEventListener('keydown', alTeclear)
  })
  return { deshacer, rehacer }
}
