import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { ClaveApi } from '#contract/personas/claves-api/claves-api'
import { type Ambito, POR_MINUTO } from '#contract/personas/claves-api/values'
import { parseNumero } from '#contract/values/numero'
import { useEmpresas } from '../../dominio/administracion/queries'
import { useCambio } from '../../dominio/administracion/use-cambio'
import { call, ErrorLlamada } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { CampoNumero } from '../../ui/campo-numero'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { Permisos } from './permisos'

/** Lifetimes of a key to choose from, in days. */
const PLAZOS = [
  { dias: 30, texto: '30 días' },
  { dias: 90, texto: '90 días' },
  { dias: 365, texto: 'Un año' },
  { dias: 730, texto: 'Dos años' },
]
const IGUAL = 0

type Props = {
  /** Undefined: a new key. */
  clave: ClaveApi | undefined
  empresa: number
  onSecreto: (secreto: string) => void
  onClose: () => void
}

export function FormularioClave({ clave, empresa, onSecreto, onClose }: Props) {
  const { empresas = [], nombreOf } = useEmpresas()
  const [datos, setDatos] = useState({
    nombre: clave?.nombre ?? '',
    ambitos: (clave?.ambitos ?? ['inventario:leer']) as Ambito[],
    por_minuto: String(clave?.por_minuto ?? POR_MINUTO.inicial),
    dias: clave ? IGUAL : 365,
  })
  const porMinuto = parseNumero(datos.por_minuto, 0)
  const save = useCambio(
    async () => {
      const { dias, ...resto } = datos
      const body = { ...resto, por_minuto: porMinuto ?? Number.NaN }
      if (clave) {
        const cambio = dias === IGUAL ? body : { ...body, dias }
        return void (await call(api.updateClaveApi, { params: { id: clave.id }, body: cambio }))
      }
      const creada = await call(api.createClaveApi, { params: { id: empresa }, body: { ...body, dias } })
      onSecreto(creada.secreto)
    },
    () => (clave ? 'Clave actualizada' : `Clave ${datos.nombre.trim()} creada`),
    true,
  )
  const campo = save.error instanceof ErrorLlamada ? save.error.campo?.split('.')[0] : undefined
  const errorOf = (cual: string) => (campo === cual ? save.error?.message : undefined)
  const put = (cambio: Partial<typeof datos>) => {
    setDatos({ ...datos, ...cambio })
    save.reset()
  }
  return (
    <DialogoForma
      titulo={clave ? `Editar ${clave.nombre}` : 'Nueva clave de API'}
      accion={clave ? 'Guardar' : 'Crear clave'}
      ocupado={save.isPending}
      impedido={!datos.nombre.trim() || !datos.ambitos.length || !porMinuto}
      error={campo && campo in datos ? undefined : save.error?.message}
      onAccept={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        autoFocus
        placeholder="ERP de expediciones"
        value={datos.nombre}
        onChange={(e) => put({ nombre: e.target.value })}
        error={errorOf('nombre') !== undefined}
        helperText={errorOf('nombre') ?? 'Qué programa la usa: así se sabe cuál se puede revocar.'}
        slotProps={{ htmlInput: { maxLength: 80 } }}
      />
      {!clave && empresas.length > 1 && (
        <Typography variant="body2" color="textSecondary">
          De {nombreOf(empresa)}: la clave no alcanza nada de ninguna otra empresa.
        </Typography>
      )}
      <Permisos
        elegidos={datos.ambitos}
        error={errorOf('ambitos')}
        onChange={(ambitos) => put({ ambitos })}
      />
      <TextField
        select
        label="Vale durante"
        value={datos.dias}
        onChange={(e) => put({ dias: Number(e.target.value) })}
        error={errorOf('dias') !== undefined}
        helperText={errorOf('dias') ?? 'Desde hoy. Antes de que acabe se puede prolongar.'}
      >
        {clave && <MenuItem value={IGUAL}>Como hasta ahora</MenuItem>}
        {PLAZOS.map((p) => (
          <MenuItem key={p.dias} value={p.dias}>
            {p.texto}
          </MenuItem>
        ))}
      </TextField>
      <CampoNumero
        label="Llamadas por minuto"
        valor={datos.por_minuto}
        onChange={(v) => put({ por_minuto: v })}
        decimales={0}
        reparo={errorOf('por_minuto')}
        ayuda={`De ${POR_MINUTO.min} a ${POR_MINUTO.max}.`}
      />
    </DialogoForma>
  )
}
