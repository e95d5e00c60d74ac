import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { Hallazgo } from '#contract/oir/contenedores/contenedores'
import { nombresOf } from '../dominio/escaner/codigo'
import { useEmpresa } from '../lib/session/empresa'
import { CodigoDesconocido } from './codigo-desconocido'
import { hallazgoQuery } from './queries'

const Escaner = lazy(() => import('../dominio/escaner/escaner').then((m) => ({ default: m.Escaner })))

type Hallado = Hallazgo['data'][number]

/** Opens the file of a container, or the details of a reader, which has no file. */
export function useOpenHallado(): (d: Hallado, unico: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (d, unico) => {
      if (d.TipoDispositivo === 'Reader')
        void navigate({ to: '/poc-status', search: { detalle: d.Dispositivo } as never })
      // A nickname that several companies use is ambiguous.
      else
        void navigate({
          to: '/contenedor/$apodo',
          params: { apodo: (unico && d.Apodo) || d.Dispositivo },
        })
    },
    [navigate],
  )
}

type Props = { onClose: () => void; onWrite: () => void }

/** Opens the container of any label that the camera reads. */
export function FindCodigo({ onClose, onWrite }: Props) {
  const [codigo, setCodigo] = useState<string>()
  const nombres = codigo === undefined ? null : nombresOf(codigo)
  const empresa = useEmpresa()
  const consulta = useQuery({ ...hallazgoQuery(nombres ?? {}, empresa), enabled: nombres !== null })
  const openHallado = useOpenHallado()
  const { data } = consulta
  const solo = data?.data.length === 1 ? data.data[0] : undefined

  useEffect(() => {
    if (!solo) return
    navigator.vibrate?.(80)
    onClose()
    openHallado(solo, true)
  }, [solo, onClose, openHallado])

  if (codigo === undefined)
    return (
      <Suspense>
        <Escaner
          abierto
          titulo="Escanear para buscar"
          onCodigo={setCodigo}
          onClose={onClose}
          onWrite={onWrite}
        />
      </Suspense>
    )
  if (solo) return null
  return (
    <CodigoDesconocido
      codigo={codigo}
      nombres={nombres}
      hallazgo={data}
      error={consulta.error?.message}
      ocupado={consulta.isFetching}
      onRetry={() => void consulta.refetch()}
      onScan={() => setCodigo(undefined)}
      onOpen={(d) => {
        onClose()
        openHallado(d, false)
      }}
      onClose={onClose}
    />
  )
}
