import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Plano, Ubicacion } from '#contract/parque/ubicaciones/ubicaciones'
import { grupoOf } from '../../dominio/plano/grupos'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { Confirm } from '../../ui/feedback/confirm'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import { ChooseLectores } from './choose-lectores'
import { type DatosUbicacion, FormaUbicacion } from './forma-ubicacion'
import { pasoEntre, sendCambios } from './guardado'
import type { ChangePlano } from './use-cambiar-plano'
import type { Guardado } from './use-edicion'

type Props = {
  plano: Plano
  ubicacion: Ubicacion
  enPlano: boolean
  cambios: ChangePlano
  onClose: () => void
  /** Put the node on the plan, or take it off; the location stays. */
  onPlace: (enPlano: boolean) => void
  /** Called after a change was stored; without a step it cannot be undone. */
  onDone: (texto: string, paso?: Guardado) => void
}

const datosOf = (u: Ubicacion): DatosUbicacion => ({
  nombre: u.nombre,
  planta: u.planta,
  grupo: grupoOf(u.grupo) ?? 'servicio',
})

const iguales = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((x) => b.has(x))

/** Rename a location, assign its readers, or remove it. */
export function FichaUbicacion({ plano, ubicacion: u, enPlano, cambios, ...p }: Props) {
  const [datos, setDatos] = useState(() => datosOf(u))
  const suyos = new Set(u.lectores.map((l) => l.mac))
  const [elegidos, setElegidos] = useState<ReadonlySet<string>>(suyos)
  const [eliminando, setEliminando] = useState(false)
  const previos = datosOf(u)
  const otros =
    datos.nombre.trim() !== u.nombre || datos.planta.trim() !== u.planta || datos.grupo !== previos.grupo
  const lectores = !iguales(elegidos, suyos)

  const save = () =>
    cambios.change(
      () => sendCambios(plano, [{ id: u.id, ...(otros && datos), ...(lectores && { macs: [...elegidos] }) }]),
      (nuevo) => p.onDone('Ubicación guardada', pasoEntre(`cambios de ${u.nombre}`, plano, nuevo)),
    )
  return (
    <>
      <DialogoForma
        titulo={u.nombre}
        accion="Guardar"
        ocupado={cambios.ocupado}
        impedido={!datos.nombre.trim() || !(otros || lectores)}
        error={cambios.error}
        onClose={p.onClose}
        onAccept={save}
        mas={
          <>
            <Button color="error" onClick={() => setEliminando(true)}>
              Eliminar
            </Button>
            <Button color="inherit" onClick={() => p.onPlace(!enPlano)}>
              {enPlano ? 'Quitar del plano' : 'Poner en el plano'}
            </Button>
          </>
        }
      >
        <FormaUbicacion datos={datos} onChange={setDatos} />
        <ChooseLectores
          empresa={plano.empresa}
          nombre={u.nombre}
          elegidos={elegidos}
          onChange={setElegidos}
        />
      </DialogoForma>
      <Confirm
        abierto={eliminando}
        titulo={`¿Eliminar la ubicación ${u.nombre}?`}
        texto={`${cuantos(u.lectores.length)} y los contenedores que oigan quedarán «Sin ubicación». No se puede deshacer.`}
        accion="Eliminar"
        peligro
        ocupado={cambios.ocupado}
        onCancel={() => setEliminando(false)}
        onConfirm={() =>
          cambios.change(
            () => call(api.deleteUbicacion, { params: { id: u.id }, query: { version: plano.version } }),
            () => p.onDone('Ubicación eliminada'),
          )
        }
      />
    </>
  )
}

const cuantos = (n: number) =>
  n === 0 ? 'No tiene lectores; los que se le asignaron antes' : n === 1 ? 'Su lector' : `Sus ${n} lectores`
