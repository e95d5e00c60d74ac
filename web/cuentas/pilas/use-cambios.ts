import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { FilaPila, Ronda } from '#contract/cuentas/pilas/pilas'
import { nombresOf } from '../../dominio/escaner/codigo'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAlmacen } from '../../lib/session/almacen'
import { colaOf } from '../../lib/session/cola'
import { useEmpresa } from '../../lib/session/empresa'
import { useSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'
import { cola } from './cola'
import { enviados, sendCambios } from './envio'
import { CLAVE } from './queries'

const NO_QUEDA = {
  demasiados: 'Hay demasiados cambios sin enviar: busca conexión antes de seguir.',
  lleno: 'El navegador no tiene sitio para guardar el cambio: busca conexión antes de seguir.',
} as const

const isSame = (a: string | null, b: string) => a !== null && a.toLowerCase() === b.toLowerCase()

/** Exchanges of this user that the round does not include yet, and functions that add more. */
export function useCambios(ronda: Ronda | undefined) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const sesion = useSesion()
  const empresa = useEmpresa()
  const pendientes = colaOf(useAlmacen(cola.almacen), sesion).filter((p) => p.error === undefined)
  const n = pendientes.length
  const reread = useCallback(() => cliente.invalidateQueries({ queryKey: CLAVE }), [cliente])
  // After an exchange was sent, the round is refetched.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that fewer wait
  useEffect(() => void reread(), [n, reread])
  const filas = useMemo(() => ronda?.paradas.flatMap((p) => p.contenedores) ?? [], [ronda])

  const undo = async (id: string) => {
    const cambio = enviados.get().get(id)
    try {
      if (cambio !== undefined) await call(api.undoCambiosPila, { body: { cambios: [cambio] } })
      else await cola.discard(id)
      aviso.exito('Deshecho')
    } catch (causa) {
      aviso.error((causa as Error).message)
    }
    await reread()
  }

  async function done(contenedor: string, fila: FilaPila | undefined) {
    if (!sesion) return
    const queda = await cola.enqueue({ contenedor, empresa: fila?.empresa ?? empresa }, sesion)
    if (typeof queda === 'string') return aviso.error(NO_QUEDA[queda])
    const { id } = queda
    const nombre = fila ? (fila.Apodo ?? fila.mac) : contenedor
    aviso.exito(`${nombre}: pila cambiada${fila ? '' : ' (no estaba en la ronda)'}`, () => void undo(id))
    void sendCambios().catch(() => {})
  }

  const isHecha = (f: FilaPila) =>
    pendientes.some((p) => isSame(f.mac, p.contenedor) || isSame(f.Apodo, p.contenedor))

  return {
    isHecha,
    onDone: (f: FilaPila) => void done(f.mac, f),
    /** The scanned or typed code. */
    onCode(texto: string) {
      const nombres = nombresOf(texto)
      const fila = filas.find((f) =>
        [nombres?.mac, nombres?.apodo].some(
          (x) => x !== undefined && (isSame(f.mac, x) || isSame(f.Apodo, x)),
        ),
      )
      const contenedor = fila?.mac ?? nombres?.apodo ?? nombres?.mac
      if (contenedor === undefined) aviso.error('Ese código no es de ningún contenedor.')
      else if (fila && isHecha(fila)) aviso.info(`${fila.Apodo ?? fila.mac}: ya estaba anotada`)
      else void done(contenedor, fila)
    },
  }
}
