import Autocomplete from '@mui/material/Autocomplete'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExtractoMensual, Tercero } from '#contract/cuentas/custodia/terceros'
import { CLASES_TERCERO, type ClaseTercero, NOMBRE_TERCERO } from '#contract/cuentas/custodia/values'
import type { Formato } from '#contract/exportar'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { fechaHora } from '../../lib/formato'
import { useZona } from '../../lib/time/zona'
import { CampoClave } from '../../ui/campo-clave'
import { useAviso } from '../../ui/feedback/aviso'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { CLAVE, lugaresQuery } from './queries'
import { formatMes } from './textos'

type Lugar = Tercero['lugares'][number]
type PropsLugares = {
  etiqueta: string
  ayuda: string
  /** Of the company. */
  lugares: Lugar[]
  valor: Lugar[]
  onChange: (lugares: Lugar[]) => void
}

function CampoLugares({ etiqueta, ayuda, lugares, valor, onChange }: PropsLugares) {
  return (
    <Autocomplete
      multiple
      options={lugares}
      getOptionLabel={(l) => l.nombre}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      value={valor}
      onChange={(_, nuevo) => onChange(nuevo)}
      renderInput={(params) => <TextField {...params} label={etiqueta} helperText={ayuda} />}
    />
  )
}

type PropsTercero = {
  /** Undefined: a new partner. */
  tercero: Tercero | undefined
  empresa: number
  onClose: () => void
}

/** Form of a partner: name, role, places, and the own places from which containers leave for it. */
export function DialogoTercero({ tercero, empresa, onClose }: PropsTercero) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const lugares = useQuery(lugaresQuery(empresa)).data ?? []
  const [nombre, setNombre] = useState(tercero?.nombre ?? '')
  const [clase, setClase] = useState<ClaseTercero>(tercero?.clase ?? 'cliente')
  const [suyos, setSuyos] = useState(tercero?.lugares ?? [])
  const [salidas, setSalidas] = useState(tercero?.salidas ?? [])
  const [activo, setActivo] = useState(tercero?.mensual?.activo ?? false)
  const [correo, setCorreo] = useState(tercero?.mensual?.correo ?? '')
  const [formato, setFormato] = useState<Formato>(tercero?.mensual?.formato ?? 'pdf')
  const save = useMutation({
    mutationFn: () => {
      const datos = {
        nombre: nombre.trim(),
        clase,
        lugares: suyos.map((l) => l.id),
        salidas: salidas.map((l) => l.id),
        mensual: { activo, correo: correo.trim(), formato },
      }
      return tercero
        ? call(api.updateTercero, { params: { id: tercero.id }, body: datos })
        : call(api.createTercero, { body: { ...datos, empresa } })
    },
    onSuccess: () => {
      aviso.exito(tercero ? 'Tercero guardado' : 'Tercero añadido')
      onClose()
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo={tercero ? `Editar ${tercero.nombre}` : 'Nuevo tercero'}
      accion={tercero ? 'Guardar' : 'Añadir'}
      ocupado={save.isPending}
      impedido={!nombre.trim() || (activo && !correo.trim())}
      error={save.error?.message}
      onAccept={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Nombre"
        autoFocus
        value={nombre}
        onChange={(e) => setNombre(e.target.value)}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <TextField
        select
        label="Clase"
        value={clase}
        onChange={(e) => setClase(e.target.value as ClaseTercero)}
      >
        {CLASES_TERCERO.map((c) => (
          <MenuItem key={c} value={c}>
            {NOMBRE_TERCERO[c]}
          </MenuItem>
        ))}
      </TextField>
      <CampoLugares
        etiqueta="Lugares"
        ayuda="Lo que llega allí se anota en su cuenta; lo que vuelve a un lugar propio, se descuenta."
        lugares={lugares}
        valor={suyos}
        onChange={setSuyos}
      />
      <CampoLugares
        etiqueta="Salidas hacia él"
        ayuda="Muelles propios desde los que se le envía. Lo que se deja de oír allí durante cinco horas se anota en su cuenta, con la hora en que se oyó por última vez."
        lugares={lugares}
        valor={salidas}
        onChange={setSalidas}
      />
      <FormControlLabel
        control={<Switch checked={activo} onChange={(_, si) => setActivo(si)} />}
        label="Enviarle el extracto cada mes por correo"
      />
      {activo && (
        <>
          <TextField
            label="Correo"
            type="email"
            value={correo}
            onChange={(e) => setCorreo(e.target.value)}
            helperText="El día 1 recibe el del mes anterior: saldo inicial, movimientos y saldo final."
            slotProps={{ htmlInput: { maxLength: 254, autoComplete: 'off', spellCheck: false } }}
          />
          <TextField
            select
            label="Fichero"
            value={formato}
            onChange={(e) => setFormato(e.target.value as Formato)}
          >
            <MenuItem value="pdf">PDF</MenuItem>
            <MenuItem value="xlsx">Excel</MenuItem>
          </TextField>
          {tercero?.mensual && <Mensual mensual={tercero.mensual} />}
        </>
      )}
    </DialogoForma>
  )
}

/** When the last statement was mailed, or why it was not. */
function Mensual({ mensual }: { mensual: ExtractoMensual }) {
  const zona = useZona()
  const { ultimo, error } = mensual
  if (!ultimo && !error) return null
  return (
    <Typography variant="body2" color={error ? 'error' : 'textSecondary'}>
      {error
        ? `El último no se ha enviado: ${error}`
        : ultimo && `El de ${formatMes(ultimo.mes)} se envió el ${fechaHora(ultimo.enviado, zona)}.`}
    </Typography>
  )
}

/** Creates an account for a person of a partner. */
export function DialogoPersona({ tercero, onClose }: { tercero: Tercero; onClose: () => void }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const [nombre, setNombre] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const add = useMutation({
    mutationFn: () =>
      call(api.createPersonaTercero, {
        params: { id: tercero.id },
        body: { nombre: nombre.trim(), username, password },
      }),
    onSuccess: () => {
      aviso.exito('Acceso creado')
      onClose()
    },
    onSettled: () => cliente.invalidateQueries({ queryKey: CLAVE }),
  })
  return (
    <DialogoForma
      titulo={`Dar acceso a ${tercero.nombre}`}
      accion="Crear acceso"
      ocupado={add.isPending}
      impedido={!nombre.trim() || !username.trim() || !password}
      error={add.error?.message}
      onAccept={() => add.mutate()}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Verá el saldo y el extracto de {tercero.nombre}, y nada más: ni otros terceros, ni precios, ni otras
        pantallas.
      </Typography>
      <TextField
        label="Nombre"
        autoFocus
        value={nombre}
        onChange={(e) => setNombre(e.target.value)}
        slotProps={{ htmlInput: { maxLength: 120, autoComplete: 'off' } }}
      />
      <TextField
        label="Usuario"
        value={username}
        onChange={(e) => setUsername(e.target.value)}
        helperText="Letras, cifras y los signos . _ - @"
        slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off', spellCheck: false } }}
      />
      <CampoClave
        etiqueta="Contraseña"
        autoComplete="new-password"
        valor={password}
        onChange={setPassword}
        error={undefined}
        ayuda="Al menos 10 caracteres."
      />
    </DialogoForma>
  )
}
