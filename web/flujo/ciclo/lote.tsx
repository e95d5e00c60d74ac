import Button from '@mui/material/Button'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilaCiclo } from '#contract/flujo/ciclos/cuadro'
import { MAX_ATASCOS_LOTE } from '#contract/flujo/ciclos/cuadro-values'
import { CorrectLugar } from '../../dominio/correct-lugar'
import { BatchBar } from '../../dominio/list-screen/batch-bar'
import { SelectPersona } from '../../dominio/select-persona'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useSesion } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoCallar, DialogoNota } from './dialogos'
import { CLAVE } from './queries'

type Cambio = { lleva?: number | null; nota?: string | null; callado_hasta?: string | null }

/** Actions for the selected containers: assign a person, write a note, exclude them from the count for a while, correct their place. */
export function LoteAtascos({ elegidas, onClear }: { elegidas: FilaCiclo[]; onClear: () => void }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const sesion = useSesion()
  const [abierto, setAbierto] = useState<'nota' | 'callar' | 'sitio'>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ cambio }: { cambio: Cambio; dicho: string }) =>
      call(api.setAtascos, { body: { contenedores: elegidas.map((f) => f.mac), ...cambio } }),
    onSuccess: ({ resultados }, { dicho }) => {
      const malo = resultados.find((r) => r.status === 'error')
      const hechos = resultados.filter((r) => r.status === 'success').length
      if (malo)
        aviso.error(hechos ? `${dicho}; ${resultados.length - hechos} no: ${malo.message}` : malo.message)
      else aviso.exito(dicho)
    },
    onError: (e) => aviso.error(e.message),
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  const [primera] = elegidas
  if (!primera) return null
  const misma = elegidas.every((f) => f.lleva?.id === primera.lleva?.id)
  const mismaEmpresa = elegidas.every((f) => f.empresa === primera.empresa)
  const callados = elegidas.some((f) => f.callado_hasta !== null)
  const demasiados = elegidas.length > MAX_ATASCOS_LOTE
  const ocupado = isPending || demasiados
  const change = (cambio: Cambio, dicho: string) => {
    setAbierto(undefined)
    mutate({ cambio, dicho })
  }
  return (
    <>
      <BatchBar
        etiqueta="Contenedores elegidos"
        cuenta={elegidas.length === 1 ? '1 elegido' : `${elegidas.length} elegidos`}
        demasiados={demasiados && MAX_ATASCOS_LOTE}
        onClear={onClear}
      >
        {sesion && (
          <Button
            variant="contained"
            disabled={ocupado}
            onClick={() => change({ lleva: sesion.id }, 'Lo miras tú')}
          >
            Lo miro yo
          </Button>
        )}
        {mismaEmpresa && (
          <SelectPersona
            empresa={primera.empresa}
            valor={misma ? primera.lleva : undefined}
            etiqueta="Quién lo lleva"
            disabled={ocupado}
            onChange={(p) =>
              change({ lleva: p?.id ?? null }, p ? `Lo lleva ${p.nombre}` : 'Ya no lo lleva nadie')
            }
          />
        )}
        <Button disabled={ocupado} onClick={() => setAbierto('nota')}>
          Nota
        </Button>
        {callados ? (
          <Button disabled={ocupado} onClick={() => change({ callado_hasta: null }, 'Vuelve a contar')}>
            Volver a contar
          </Button>
        ) : (
          <Button disabled={ocupado} onClick={() => setAbierto('callar')}>
            No contar hasta…
          </Button>
        )}
        {elegidas.length === 1 && (
          <Button disabled={ocupado} onClick={() => setAbierto('sitio')}>
            Está en otro sitio
          </Button>
        )}
      </BatchBar>
      {abierto === 'nota' && (
        <DialogoNota
          nota={elegidas.every((f) => f.nota === primera.nota) ? (primera.nota ?? '') : ''}
          onSave={(nota) => change({ nota }, nota ? 'Nota guardada' : 'Nota quitada')}
          onClose={() => setAbierto(undefined)}
        />
      )}
      {abierto === 'callar' && (
        <DialogoCallar
          cuantos={elegidas.length}
          onSave={(callado_hasta) => change({ callado_hasta }, 'Ya no cuenta como atascado')}
          onClose={() => setAbierto(undefined)}
        />
      )}
      {abierto === 'sitio' && (
        <CorrectLugar
          d={{
            Dispositivo: primera.mac,
            Apodo: primera.Apodo,
            Ubicacion: primera.Ubicacion,
            empresa: primera.empresa,
          }}
          onClose={() => setAbierto(undefined)}
        />
      )}
    </>
  )
}
