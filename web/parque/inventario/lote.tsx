import Autocomplete from '@mui/material/Autocomplete'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { MAX_LOTE, SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import { type Resultado, Resultados } from '../../dominio/resultados'
import { call } from '../../lib/api/api'
import { useUltimo } from '../../lib/api/direccion'
import { api } from '../../lib/api/llamadas'
import { ubicacionesQuery } from '../../lib/opciones'
import { useEmpresa } from '../../lib/session/empresa'
import { Button } from '../../ui/button'
import { useAviso } from '../../ui/feedback/aviso'

type Accion = 'activar' | 'desactivar' | 'etiqueta' | 'ubicacion'

const TEXTO: Record<Accion, { menu: string; titulo: string; boton: string }> = {
  activar: { menu: 'Activar', titulo: 'Activar dispositivos', boton: 'Activar' },
  desactivar: { menu: 'Desactivar', titulo: 'Desactivar dispositivos', boton: 'Desactivar' },
  etiqueta: { menu: 'Cambiar etiqueta…', titulo: 'Cambiar la etiqueta', boton: 'Cambiar etiqueta' },
  ubicacion: { menu: 'Cambiar ubicación…', titulo: 'Cambiar la ubicación', boton: 'Cambiar ubicación' },
}

const cuantos = (n: number) => (n === 1 ? '1 dispositivo' : `${n.toLocaleString('es')} dispositivos`)

type Props = {
  macs: ReadonlySet<string>
  /** Called after a change: the list must be refetched. */
  onChanged: () => void
}

/** Change state, label or location of the selected rows: asks for confirmation, and shows the result of each row. */
export function Lote({ macs, onChanged }: Props) {
  const id = useId()
  const aviso = useAviso()
  const [ancla, setAncla] = useState<HTMLElement | null>(null)
  const [accion, setAccion] = useState<Accion>()
  const [etiqueta, setEtiqueta] = useState('')
  const [ubicacion, setUbicacion] = useState<string | null>(null)
  const [ocupado, setOcupado] = useState(false)
  const [resultados, setResultados] = useState<Resultado[]>()
  // The question stays visible while the dialog closes.
  const actual = useUltimo(accion) ?? 'activar'
  const ubicaciones = useQuery({ ...ubicacionesQuery(useEmpresa()), enabled: accion === 'ubicacion' })
  const demasiados = macs.size > MAX_LOTE

  const ask = (cual: Accion) => {
    setAncla(null)
    setEtiqueta('')
    setUbicacion(null)
    setAccion(cual)
  }
  const cambio = {
    activar: { estado: 'Activado' as const },
    desactivar: { estado: 'Desactivado' as const },
    etiqueta: { etiqueta: etiqueta.trim() || null },
    ubicacion: { ubicacion: ubicacion === SIN_UBICACION ? null : ubicacion },
  }
  const apply = async (e: FormEvent) => {
    e.preventDefault()
    setOcupado(true)
    try {
      const r = await call(api.dispositivosLote, { body: { macs: [...macs], ...cambio[actual] } })
      setResultados(
        r.resultados.map((x) => ({
          nombre: x.Apodo ?? x.mac,
          hecho: x.status === 'success',
          motivo: x.message,
        })),
      )
      setAccion(undefined)
      onChanged()
    } catch (causa) {
      aviso.error(`No se pudieron cambiar los dispositivos: ${(causa as Error).message}`)
    }
    setOcupado(false)
  }

  return (
    <>
      <Button
        size="small"
        variant="contained"
        aria-haspopup="menu"
        aria-expanded={ancla !== null}
        disabled={macs.size === 0}
        onClick={(e) => setAncla(e.currentTarget)}
        sx={{ minHeight: 36, flex: 'none' }}
      >
        Cambiar…
      </Button>
      <Menu anchorEl={ancla} open={ancla !== null} onClose={() => setAncla(null)}>
        <MenuItem onClick={() => ask('activar')}>{TEXTO.activar.menu}</MenuItem>
        <MenuItem onClick={() => ask('desactivar')}>{TEXTO.desactivar.menu}</MenuItem>
        <Divider />
        <MenuItem onClick={() => ask('etiqueta')}>{TEXTO.etiqueta.menu}</MenuItem>
        <MenuItem onClick={() => ask('ubicacion')}>{TEXTO.ubicacion.menu}</MenuItem>
      </Menu>
      <Dialog
        open={accion !== undefined}
        onClose={() => !ocupado && setAccion(undefined)}
        maxWidth="xs"
        fullWidth
        aria-labelledby={`${id}-titulo`}
        aria-describedby={`${id}-texto`}
        slotProps={{ paper: { component: 'form', onSubmit: apply } as object }}
      >
        <DialogTitle id={`${id}-titulo`}>{TEXTO[actual].titulo}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <DialogContentText id={`${id}-texto`} sx={{ fontSize: 14 }}>
            {demasiados
              ? `Como mucho ${MAX_LOTE.toLocaleString('es')} dispositivos a la vez, y hay ${cuantos(macs.size)} seleccionados.`
              : `${macs.size === 1 ? 'Se cambiará' : 'Se cambiarán'} ${cuantos(macs.size)}.`}
            {actual === 'ubicacion' && ' La ubicación vale mientras ningún lector oiga el dispositivo.'}
          </DialogContentText>
          {actual === 'etiqueta' && (
            <TextField
              autoFocus
              size="small"
              label="Etiqueta"
              value={etiqueta}
              onChange={(e) => setEtiqueta(e.target.value)}
              helperText="Vacía, se les quita la que tengan."
              slotProps={{ htmlInput: { maxLength: 64 } }}
              sx={{ mt: 1 }}
            />
          )}
          {actual === 'ubicacion' && (
            <Autocomplete
              size="small"
              options={[SIN_UBICACION, ...(ubicaciones.data ?? [])]}
              value={ubicacion}
              onChange={(_, valor) => setUbicacion(valor)}
              loading={ubicaciones.isPending}
              noOptionsText="No hay ninguna ubicación con ese nombre"
              renderInput={(p) => <TextField {...p} label="Ubicación" autoFocus />}
              sx={{ mt: 1 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" disabled={ocupado} onClick={() => setAccion(undefined)}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={ocupado}
            disabled={demasiados || (actual === 'ubicacion' && ubicacion === null)}
          >
            {TEXTO[actual].boton}
          </Button>
        </DialogActions>
      </Dialog>
      <Resultados
        titulo={TEXTO[actual].titulo}
        resultados={resultados}
        onClose={() => setResultados(undefined)}
      />
    </>
  )
}
