import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import type { Calendario } from '#contract/parque/calendario/calendario'
import { minutosDeSemana, reviewTurnos } from '#contract/parque/calendario/values'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { BarraGuardar } from '../../ui/barra-guardar'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/feedback/confirm'
import { tono } from '../../ui/theme/tono'
import { Festivos } from './festivos'
import { completeHora, Semana } from './semana'

type Props = {
  empresa: number
  /** Whose calendar it is. */
  nombre: string
  guardado: Calendario
  esNuevo: boolean
  onDiscard: () => void
}

/** The calendar of a plant; all of it is saved together, and nothing before. */
export function FormularioCalendario({ empresa, nombre, guardado, esNuevo, onDiscard }: Props) {
  const raiz = useRef<HTMLFormElement>(null)
  const [semana, setSemana] = useState(guardado.semana)
  const [festivos, setFestivos] = useState(guardado.festivos)
  const [porQuitar, setPorQuitar] = useState(false)
  const save = useCambio(
    (body: Calendario) => call(api.setCalendario, { params: { id: empresa }, body }),
    () => `Calendario de ${nombre} guardado`,
    true,
  )
  const remove = useCambio(
    () => call(api.removeCalendario, { params: { id: empresa }, query: { planta: guardado.planta } }),
    () => `Calendario de ${nombre} quitado`,
  )
  const completa = semana.map((turnos) =>
    turnos.map((t) => ({ desde: completeHora(t.desde), hasta: completeHora(t.hasta) })),
  )
  const malo = completa.some((t) => reviewTurnos(t) !== null)
  const cambia =
    esNuevo || JSON.stringify([completa, festivos]) !== JSON.stringify([guardado.semana, guardado.festivos])
  const horas = minutosDeSemana(malo ? [] : completa) / 60
  const send = () => {
    if (malo) return raiz.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
    save.mutate(
      { planta: guardado.planta, semana: completa, festivos },
      { onSuccess: () => setSemana(completa) },
    )
  }
  return (
    <Box
      component="form"
      ref={raiz}
      noValidate
      sx={{ '& input': { scrollMarginBlock: '112px' } }}
      onSubmit={(e) => {
        e.preventDefault()
        send()
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 2, mb: 3 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          Semana
        </Typography>
        <Box role="status" sx={{ fontSize: 13, color: tono('muted'), fontVariantNumeric: 'tabular-nums' }}>
          {!malo && `${horas.toLocaleString('es', { maximumFractionDigits: 1 })} horas abiertas a la semana`}
        </Box>
      </Box>
      <Semana semana={semana} onChange={setSemana} />
      <Box sx={{ mt: 8 }}>
        <Festivos festivos={festivos} onChange={setFestivos} />
      </Box>
      {save.error && (
        <Alert severity="error" variant="outlined" sx={{ mb: 4 }}>
          {save.error.message}
        </Alert>
      )}
      <BarraGuardar>
        <Button type="submit" variant="contained" disabled={!cambia} loading={save.isPending}>
          Guardar
        </Button>
        <Button
          disabled={!cambia}
          onClick={() => {
            setSemana(guardado.semana)
            setFestivos(guardado.festivos)
            onDiscard()
          }}
        >
          Descartar
        </Button>
        {!esNuevo && (
          <Button color="error" sx={{ ml: 'auto' }} onClick={() => setPorQuitar(true)}>
            Quitar el calendario
          </Button>
        )}
      </BarraGuardar>
      <Confirm
        abierto={porQuitar}
        peligro
        titulo="Quitar el calendario"
        texto={`Se borran los turnos y los festivos de ${nombre}. Las duraciones dejan de decirse en horas abiertas${guardado.planta ? ', o siguen las de la empresa' : ''}.`}
        accion="Quitar"
        ocupado={remove.isPending}
        onCancel={() => setPorQuitar(false)}
        onConfirm={() =>
          remove.mutate(undefined, { onSettled: () => setPorQuitar(false), onSuccess: onDiscard })
        }
      />
    </Box>
  )
}
