import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { CategoriaManual, DocManual } from '#contract/personas/manuales/manuales'
import { MAX_NIVELES, MAX_NOMBRE } from '#contract/personas/manuales/values'
import { call } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { DialogoForma } from '../../ui/feedback/dialogo-forma'
import type { OpcionCarpeta } from './arbol'
import { CampoCarpeta } from './campo-carpeta'
import { UploadDocumento } from './upload-documento'
import { useCambio } from './use-cambio'

export type Tarea =
  | { que: 'subir' | 'nueva' }
  | { que: 'renombrar' | 'mover' | 'eliminar'; doc: DocManual; carpeta: string }
  | { que: 'renombrar-carpeta' | 'eliminar-carpeta'; carpeta: CategoriaManual }

type Props = {
  tarea: Tarea
  carpetas: OpcionCarpeta[]
  /** The folder that is selected in the tree. */
  carpeta: string | undefined
  /** Document to open afterwards; undefined: none. */
  onDoc: (id: string | undefined) => void
  onCarpeta: (id: string | undefined) => void
  onClose: () => void
}

/** The dialog of an administrator's action. */
export function Dialogos({ tarea, carpetas, carpeta, onDoc, onCarpeta, onClose }: Props) {
  const conDoc = (id: string | undefined) => {
    onDoc(id)
    onClose()
  }
  const conCarpeta = (id: string | undefined) => {
    onCarpeta(id)
    onClose()
  }
  switch (tarea.que) {
    case 'subir':
      return <UploadDocumento carpetas={carpetas} carpeta={carpeta} onUploaded={conDoc} onClose={onClose} />
    case 'nueva':
      return <NuevaCarpeta carpetas={carpetas} carpeta={carpeta} onDone={conCarpeta} onClose={onClose} />
    case 'renombrar':
      return (
        <Rename
          titulo="Renombrar el documento"
          actual={tarea.doc.title}
          work={(titulo) => call(api.updateManual, { params: { id: tarea.doc.id }, body: { titulo } })}
          onDone={conDoc}
          onClose={onClose}
        />
      )
    case 'renombrar-carpeta':
      return (
        <Rename
          titulo="Renombrar la carpeta"
          actual={tarea.carpeta.title}
          work={(titulo) => call(api.updateCarpeta, { params: { id: tarea.carpeta.id }, body: { titulo } })}
          onDone={conCarpeta}
          onClose={onClose}
        />
      )
    case 'mover':
      return <Move {...tarea} carpetas={carpetas} onDone={conDoc} onClose={onClose} />
    case 'eliminar':
      return (
        <Remove
          titulo="Eliminar el documento"
          texto={`Se eliminará «${tarea.doc.title}» para todos. No se puede deshacer.`}
          work={() => call(api.deleteManual, { params: { id: tarea.doc.id } })}
          onDone={() => conDoc(undefined)}
          onClose={onClose}
        />
      )
    case 'eliminar-carpeta':
      return (
        <Remove
          titulo="Eliminar la carpeta"
          texto={`Se eliminará la carpeta «${tarea.carpeta.title}». Tiene que estar vacía.`}
          work={() => call(api.deleteCarpeta, { params: { id: tarea.carpeta.id } })}
          onDone={() => conCarpeta(undefined)}
          onClose={onClose}
        />
      )
  }
}

type PropsFin = { onDone: (id: string) => void; onClose: () => void }

function NuevaCarpeta({
  carpetas,
  carpeta = '',
  onDone,
  onClose,
}: PropsFin & { carpetas: OpcionCarpeta[]; carpeta: string | undefined }) {
  const posibles = carpetas.filter((c) => c.nivel < MAX_NIVELES)
  const [titulo, setTitulo] = useState('')
  const [dentro, setDentro] = useState(posibles.some((c) => c.id === carpeta) ? carpeta : '')
  const create = useCambio(
    () => call(api.createCarpeta, { body: { titulo, dentro: dentro || undefined } }),
    'Carpeta creada',
    ({ id }) => onDone(id),
  )
  return (
    <DialogoForma
      titulo="Nueva carpeta"
      accion="Crear"
      error={create.error?.message}
      ocupado={create.isPending}
      impedido={!titulo.trim()}
      onAccept={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <CampoCarpeta
        carpetas={posibles}
        valor={dentro}
        onChange={setDentro}
        ninguna="Ninguna (arriba del todo)"
      />
      <CampoNombre valor={titulo} onChange={setTitulo} />
    </DialogoForma>
  )
}

function CampoNombre({ valor, onChange }: { valor: string; onChange: (v: string) => void }) {
  return (
    <TextField
      autoFocus
      label="Nombre"
      value={valor}
      onChange={(e) => onChange(e.target.value)}
      slotProps={{ htmlInput: { maxLength: MAX_NOMBRE } }}
    />
  )
}

type PropsRenombrar = PropsFin & {
  titulo: string
  actual: string
  work: (titulo: string) => Promise<{ id: string }>
}

function Rename({ titulo, actual, work, onDone, onClose }: PropsRenombrar) {
  const [nombre, setNombre] = useState(actual)
  const cambio = useCambio(work, 'Nombre cambiado', ({ id }) => onDone(id))
  return (
    <DialogoForma
      titulo={titulo}
      accion="Renombrar"
      error={cambio.error?.message}
      ocupado={cambio.isPending}
      impedido={!nombre.trim() || nombre.trim() === actual}
      onAccept={() => cambio.mutate(nombre)}
      onClose={onClose}
    >
      <CampoNombre valor={nombre} onChange={setNombre} />
    </DialogoForma>
  )
}

type PropsMover = PropsFin & { doc: DocManual; carpeta: string; carpetas: OpcionCarpeta[] }

function Move({ doc, carpeta, carpetas, onDone, onClose }: PropsMover) {
  const [destino, setDestino] = useState(carpetas.some((c) => c.id === carpeta) ? carpeta : '')
  const move = useCambio(
    () => call(api.updateManual, { params: { id: doc.id }, body: { carpeta: destino } }),
    'Documento movido',
    ({ id }) => onDone(id),
  )
  return (
    <DialogoForma
      titulo={`Mover «${doc.title}»`}
      accion="Mover"
      error={move.error?.message}
      ocupado={move.isPending}
      impedido={!destino || destino === carpeta}
      onAccept={() => move.mutate(undefined)}
      onClose={onClose}
    >
      <CampoCarpeta carpetas={carpetas} valor={destino} onChange={setDestino} />
    </DialogoForma>
  )
}

type PropsEliminar = {
  titulo: string
  texto: string
  work: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

function Remove({ titulo, texto, work, onDone, onClose }: PropsEliminar) {
  const aviso = useAviso()
  const remove = useCambio(work, 'Eliminado', onDone)
  return (
    <Confirm
      abierto
      titulo={titulo}
      texto={texto}
      accion="Eliminar"
      peligro
      ocupado={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onError: (e) => {
            aviso.error(e.message)
            onClose()
          },
        })
      }
      onCancel={onClose}
    />
  )
}
