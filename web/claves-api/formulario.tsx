import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { ClaveApi } from '#contract/usuarios/claves-api'
import { type Ambito, POR_MINUTO } from '#contract/valores/usuarios/claves-api'
import { CampoEmpresa } from '../administracion/campo-empresa'
import { useEmpresas } from '../administracion/queries'
import { useCambio } from '../administracion/use-cambio'
import { call, ErrorLlamada } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { DialogoForma } from '../ui/feedback/dialogo-forma'
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

export function FormularioClave({ clave, empresa: inicial, onSecreto, onClose }: Props) {
  const { empresas = [] } = useEmpresas()
  const [empresa, setEmpresa] = useState(inicial)
  const [datos, setDatos] = useState({
    nombre: clave?.nombre ?? '',
    ambitos: (clave?.ambitos ?? ['inventario:leer']) as Ambito[],
    por_minuto: String(clave?.por_minuto ?? POR_MINUTO.inicial),
    dias: clave ? IGUAL : 365,
  })
  const save = useCambio(
    async () => {
      const { dias, ...resto } = datos
      const body = { ...resto, por_minuto: Number(datos.por_minuto) }
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
      impedido={!datos.nombre.trim() || !datos.ambitos.length}
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
        <CampoEmpresa
          empresas={empresas}
          elegida={empresa}
          onChoose={setEmpresa}
          helperText="La clave no alcanza nada de ninguna otra."
        />
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
      <TextField
        label="Llamadas por minuto"
        type="number"
        value={datos.por_minuto}
        onChange={(e) => put({ por_minuto: e.target.value })}
        error={errorOf('por_minuto') !== undefined}
        helperText={errorOf('por_minuto') ?? `De ${POR_MINUTO.min} a ${POR_MINUTO.max}.`}
        slotProps={{ htmlInput: { min: POR_MINUTO.min, max: POR_MINUTO.max, inputMode: 'numeric' } }}
      />
    </DialogoForma>
  )
}
