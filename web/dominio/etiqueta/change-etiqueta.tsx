import DialogContentText from '@mui/material/DialogContentText'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useState } from 'react'
import type { z } from 'zod'
import type { changeEtiqueta } from '#contract/oir/contenedores/contenedores'
import { reviewMac } from '#contract/parque/dispositivos/alta-values'
import type { DestinoEtiqueta } from '#contract/parque/dispositivos/etiqueta-values'
import { normalizeMacSerie } from '#contract/values/comunes'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { useTactil } from '../../ui/tabla/ancho'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { ConfirmSerie } from '../confirm-serie'
import { CampoEscaner } from '../escaner/campo-escaner'
import { macDeCodigo } from '../escaner/codigo'

const Escaner = lazy(() => import('../escaner/escaner').then((m) => ({ default: m.Escaner })))

export type EtiquetaCambiada = z.output<(typeof changeEtiqueta)['response']>

const MALA = 'El código escaneado no es una MAC ni un número de serie.'
const isRota = (e: Error | null) => e instanceof ErrorLlamada && e.code === 'etiqueta_rota'

type Props = {
  /** Nickname of the container, or its mac while it has none. */
  apodo: string
  empresa: number
  /** The current tag, if known. */
  mac?: string
  /** The new tag, if it is known already. */
  nueva?: string
  onChange: (cambiada: EtiquetaCambiada) => void
  onClose: () => void
}

/** Change the tag of a container: scan the new one, and decide what becomes of the old one. The history of the container stays. */
export function ChangeEtiqueta({ apodo, empresa, mac, nueva: dada = '', onChange, onClose }: Props) {
  const [nueva, setNueva] = useState(dada)
  const [anterior, setAnterior] = useState<DestinoEtiqueta>('libre')
  const [dudosa, setDudosa] = useState<string>()
  const [escaneando, setEscaneando] = useState(false)
  const [malo, setMalo] = useState<string>()
  const tactil = useTactil()
  const aviso = useAviso()
  const cliente = useQueryClient()
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: (confirmado: { es_serie?: boolean; usar_rota?: boolean }) =>
      call(api.changeEtiqueta, {
        params: { apodo },
        query: { empresa },
        body: { mac_serie: nueva.trim(), anterior, ...confirmado },
      }),
    onSuccess: async (cambiada) => {
      aviso.exito('Etiqueta cambiada')
      onChange(cambiada)
      await cliente.invalidateQueries({ queryKey: ['contenedor'] })
      onClose()
    },
  })
  const write = (valor: string) => {
    setNueva(valor)
    setMalo(undefined)
    reset()
  }
  const onCodigo = useCallback(
    (texto: string) => {
      const leida = macDeCodigo(texto)
      // The scan may be of the old tag, which may still hang beside the new one.
      if (leida && mac && leida === normalizeMacSerie(mac)) return
      setEscaneando(false)
      reset()
      setMalo(leida ? undefined : MALA)
      if (!leida) return
      navigator.vibrate?.(80)
      setNueva(leida)
    },
    [mac, reset],
  )
  const revision = reviewMac(nueva, false)
  const rota = isRota(error)
  return (
    <DialogoForma
      titulo={`Cambiar la etiqueta de ${apodo}`}
      accion="Cambiar etiqueta"
      ocupado={isPending}
      impedido={!nueva.trim()}
      error={malo ?? (rota ? undefined : error?.message)}
      onAccept={() =>
        revision.reparo !== null && revision.confirmar ? setDudosa(revision.reparo) : mutate({})
      }
      onClose={onClose}
    >
      <DialogContentText sx={{ fontSize: 14 }}>
        El contenedor conserva su historia. La etiqueta {mac ?? 'que lleva ahora'} dejará de ser suya.
      </DialogContentText>
      <CampoEscaner nombre="Escanear la etiqueta nueva" onClick={() => setEscaneando(true)}>
        <TextField
          // On a touch device the user scans: the keyboard would cover the form.
          autoFocus={!dada && !tactil}
          fullWidth
          label="MAC de la etiqueta nueva"
          value={nueva}
          onChange={(e) => write(e.target.value)}
          slotProps={{
            htmlInput: { maxLength: 64, autoComplete: 'off', style: { fontFamily: LETRA_MONO } },
          }}
        />
      </CampoEscaner>
      <FormControl>
        <FormLabel sx={{ fontSize: 13 }}>La etiqueta anterior</FormLabel>
        <RadioGroup row value={anterior} onChange={(e) => setAnterior(e.target.value as DestinoEtiqueta)}>
          <FormControlLabel value="libre" control={<Radio />} label="Queda libre" />
          <FormControlLabel value="rota" control={<Radio />} label="Está rota" />
        </RadioGroup>
      </FormControl>
      <ConfirmSerie
        pregunta={dudosa}
        onCancel={() => setDudosa(undefined)}
        onConfirm={() => {
          setDudosa(undefined)
          mutate({ es_serie: true })
        }}
      />
      <ConfirmRota
        pregunta={rota ? error?.message : undefined}
        onCancel={reset}
        onConfirm={() => mutate({ ...variables, usar_rota: true })}
      />
      {escaneando && (
        <Suspense>
          <Escaner
            abierto
            titulo="Escanear la etiqueta nueva"
            onCodigo={onCodigo}
            onClose={() => setEscaneando(false)}
          />
        </Suspense>
      )}
    </DialogoForma>
  )
}

type PropsRota = { pregunta: string | undefined; onConfirm: () => void; onCancel: () => void }

/** Asks whether a tag that was marked as broken works again. */
export function ConfirmRota({ pregunta, ...acciones }: PropsRota) {
  return (
    <Confirm
      abierto={pregunta !== undefined}
      titulo="Etiqueta marcada como rota"
      texto={pregunta ?? ''}
      accion="Sí, usarla"
      {...acciones}
    />
  )
}
