import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { CategoriaManual, DocManual } from '#contract/manuales'
import { MAX_NIVELES, MAX_NOMBRE } from '#contract/valores/manuales'
import { call } from '../lib/api'
import { api } from '../lib/llamadas'
import { useAviso } from '../ui/aviso'
import { Confirmar } from '../ui/confirmar'
import { DialogoForma } from '../ui/dialogo-forma'
import type { OpcionCarpeta } from './arbol'
import { CampoCarpeta } from './campo-carpeta'
import { SubirDocumento } from './subir-documento'
import { useCambio } from './use-cambio'

export type Tarea =
  | { que: 'subir' | 'nueva' }
  | { que: 'renombrar' | 'mover' | 'eliminar'; doc: DocManual; carpeta: string }
  | { que: 'renombrar-carpeta' | 'eliminar-carpeta'; carpeta: CategoriaManual }

type Props = {
  tarea: Tarea
  carpetas: OpcionCarpeta[]
  /** The folder that is chosen in the tree. */
  carpeta: string | undefined
  /** Afterwards this document is on screen; undefined: none. */
  onDoc: (id: string | undefined) => void
  onCarpeta: (id: string | undefined) => void
  onCerrar: () => void
}

/** The form or the question of what an administrator is about to do. */
export function Dialogos({ tarea, carpetas, carpeta, onDoc, onCarpeta, onCerrar }: Props) {
  const conDoc = (id: string | undefined) => {
    onDoc(id)
    onCerrar()
  }
  const conCarpeta = (id: string | undefined) => {
    onCarpeta(id)
    onCerrar()
  }
  switch (tarea.que) {
    case 'subir':
      return <SubirDocumento carpetas={carpetas} carpeta={carpeta} onSubido={conDoc} onCerrar={onCerrar} />
    case 'nueva':
      return <NuevaCarpeta carpetas={carpetas} carpeta={carpeta} onHecho={conCarpeta} onCerrar={onCerrar} />
    case 'renombrar':
      return (
        <Renombrar
          titulo="Renombrar el documento"
          actual={tarea.doc.title}
          work={(titulo) => call(api.updateManual, { params: { id: tarea.doc.id }, body: { titulo } })}
          onHecho={conDoc}
          onCerrar={onCerrar}
        />
      )
    case 'renombrar-carpeta':
      return (
        <Renombrar
          titulo="Renombrar la carpeta"
          actual={tarea.carpeta.title}
          work={(titulo) => call(api.updateCarpeta, { params: { id: tarea.carpeta.id }, body: { titulo } })}
          onHecho={conCarpeta}
          onCerrar={onCerrar}
        />
      )
    case 'mover':
      return <Mover {...tarea} carpetas={carpetas} onHecho={conDoc} onCerrar={onCerrar} />
    case 'eliminar':
      return (
        <Eliminar
          titulo="Eliminar el documento"
          texto={`Se eliminará «${tarea.doc.title}» para todos. No se puede deshacer.`}
          work={() => call(api.deleteManual, { params: { id: tarea.doc.id } })}
          onHecho={() => conDoc(undefined)}
          onCerrar={onCerrar}
        />
      )
    case 'eliminar-carpeta':
      return (
        <Eliminar
          titulo="Eliminar la carpeta"
          texto={`Se eliminará la carpeta «${tarea.carpeta.title}». Tiene que estar vacía.`}
          work={() => call(api.deleteCarpeta, { params: { id: tarea.carpeta.id } })}
          onHecho={() => conCarpeta(undefined)}
          onCerrar={onCerrar}
        />
      )
  }
}

type PropsFin = { onHecho: (id: string) => void; onCerrar: () => void }

function NuevaCarpeta({
  carpetas,
  carpeta = '',
  onHecho,
  onCerrar,
}: PropsFin & { carpetas: OpcionCarpeta[]; carpeta: string | undefined }) {
  const posibles = carpetas.filter((c) => c.nivel < MAX_NIVELES)
  const [titulo, setTitulo] = useState('')
  const [dentro, setDentro] = useState(posibles.some((c) => c.id === carpeta) ? carpeta : '')
  const create = useCambio(
    () => call(api.createCarpeta, { body: { titulo, dentro: dentro || undefined } }),
    'Carpeta creada',
    ({ id }) => onHecho(id),
  )
  return (
    <DialogoForma
      titulo="Nueva carpeta"
      accion="Crear"
      error={create.error?.message}
      ocupado={create.isPending}
      impedido={!titulo.trim()}
      onAceptar={() => create.mutate(undefined)}
      onCerrar={onCerrar}
    >
      <CampoCarpeta
        carpetas={posibles}
        valor={dentro}
        onCambio={setDentro}
        ninguna="Ninguna (arriba del todo)"
      />
      <CampoNombre valor={titulo} onCambio={setTitulo} />
    </DialogoForma>
  )
}

function CampoNombre({ valor, onCambio }: { valor: string; onCambio: (v: string) => void }) {
  return (
    <TextField
      autoFocus
      label="Nombre"
      value={valor}
      onChange={(e) => onCambio(e.target.value)}
      slotProps={{ htmlInput: { maxLength: MAX_NOMBRE } }}
    />
  )
}

type PropsRenombrar = PropsFin & {
  titulo: string
  actual: string
  work: (titulo: string) => Promise<{ id: string }>
}

function Renombrar({ titulo, actual, work, onHecho, onCerrar }: PropsRenombrar) {
  const [nombre, setNombre] = useState(actual)
  const cambio = useCambio(work, 'Nombre cambiado', ({ id }) => onHecho(id))
  return (
    <DialogoForma
      titulo={titulo}
      accion="Renombrar"
      error={cambio.error?.message}
      ocupado={cambio.isPending}
      impedido={!nombre.trim() || nombre.trim() === actual}
      onAceptar={() => cambio.mutate(nombre)}
      onCerrar={onCerrar}
    >
      <CampoNombre valor={nombre} onCambio={setNombre} />
    </DialogoForma>
  )
}

type PropsMover = PropsFin & { doc: DocManual; carpeta: string; carpetas: OpcionCarpeta[] }

function Mover({ doc, carpeta, carpetas, onHecho, onCerrar }: PropsMover) {
  const [destino, setDestino] = useState(carpetas.some((c) => c.id === carpeta) ? carpeta : '')
  const move = useCambio(
    () => call(api.updateManual, { params: { id: doc.id }, body: { carpeta: destino } }),
    'Documento movido',
    ({ id }) => onHecho(id),
  )
  return (
    <DialogoForma
      titulo={`Mover «${doc.title}»`}
      accion="Mover"
      error={move.error?.message}
      ocupado={move.isPending}
      impedido={!destino || destino === carpeta}
      onAceptar={() => move.mutate(undefined)}
      onCerrar={onCerrar}
    >
      <CampoCarpeta carpetas={carpetas} valor={destino} onCambio={setDestino} />
    </DialogoForma>
  )
}

type PropsEliminar = {
  titulo: string
  texto: string
  work: () => Promise<unknown>
  onHecho: () => void
  onCerrar: () => void
}

function Eliminar({ titulo, texto, work, onHecho, onCerrar }: PropsEliminar) {
  const aviso = useAviso()
  const remove = useCambio(work, 'Eliminado', onHecho)
  return (
    <Confirmar
      abierto
      titulo={titulo}
      texto={texto}
      accion="Eliminar"
      peligro
      ocupado={remove.isPending}
      onConfirmar={() =>
        remove.mutate(undefined, {
          onError: (e) => {
            aviso.error(e.message)
            onCerrar()
          },
        })
      }
      onCancelar={onCerrar}
    />
  )
}
