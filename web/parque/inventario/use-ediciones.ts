import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { putDispositivos, reloadInventario } from './queries'

/** Empty if the server gives no reason. */
const conMotivo = (fallo: string, causa: Error) => (causa.message ? `${fallo}: ${causa.message}` : fallo)

/** Edits of power and nickname of a device, saved at once. `onChanged`: the list must be refetched. */
export function useEdiciones(onChanged: () => Promise<unknown>) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const cambiado = useRef(onChanged)
  cambiado.current = onChanged

  const toggle = useCallback(
    async (d: Dispositivo) => {
      const nuevo_estado = d.Activado === 'Activado' ? 'Desactivado' : 'Activado'
      try {
        const { data } = await call(api.changeDeviceStatus, {
          body: {
            mac_serie: d.Dispositivo,
            apodo: d.Apodo?.trim() || '-',
            nuevo_estado,
            tipo_dispositivo: d.TipoDispositivo,
            etiqueta: d.Etiqueta,
          },
          sinPalabras: 'Error cambiando estado',
        })
        putDispositivos(cliente, [data])
        aviso.exito(`Estado cambiado a ${nuevo_estado}`)
        await cambiado.current()
      } catch (causa) {
        aviso.error(conMotivo('No se pudo cambiar el estado', causa as Error))
      }
    },
    [cliente, aviso],
  )

  /** Resolves to whether it was saved. */
  const rename = useCallback(
    async (d: Dispositivo, apodo: string): Promise<boolean> => {
      if (!apodo.trim()) {
        aviso.error('Falta apodo')
        return false
      }
      try {
        const { data } = await call(api.changeDeviceApodo, {
          body: {
            mac_serie: d.Dispositivo,
            apodo: apodo.trim(),
            estado: d.Activado,
            tipo_dispositivo: d.TipoDispositivo,
            etiqueta: d.Etiqueta,
          },
          sinPalabras: 'Error cambiando apodo',
        })
        putDispositivos(cliente, [data])
        aviso.exito('Apodo actualizado correctamente')
        // The row stays in place; other queries with the nickname are refetched.
        reloadInventario(cliente)
        return true
      } catch (causa) {
        aviso.error(conMotivo('No se pudo actualizar el apodo', causa as Error))
        return false
      }
    },
    [cliente, aviso],
  )

  return { toggle, renombrar: rename }
}
