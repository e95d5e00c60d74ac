import Box from '@mui/material/Box'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import type { Punto } from '../../dominio/plano/geometria'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { tono } from '../../ui/theme/tono'
import { BarraEdicion } from './barra-edicion'
import type { Cuentas } from './cuentas'
import { FichaUbicacion } from './ficha-ubicacion'
import { pasoEntre, sendCambios } from './guardado'
import { ImagenPlano } from './imagen-plano'
import { ImportUbicaciones } from './import-ubicaciones'
import { LienzoPlano } from './lienzo'
import type { DatosNodo } from './nodo'
import { NuevaUbicacion } from './nueva-ubicacion'
import { ListaLugares } from './resto'
import type { ChangePlano } from './use-cambiar-plano'
import { type Guardado, puntoOf, useEdicion } from './use-edicion'
import { useUndo } from './use-undo'

/** Initial place of a location that is put on the plan. */
const CENTRO = { x: 0.5, y: 0.38 }
const SIN_VIAJES: never[] = []

type Props = {
  plano: Plano
  cuentas: Cuentas | undefined
  cambios: ChangePlano
  /** The user chose another company meanwhile. */
  otraEmpresa: boolean
  /** The user stays with the plan of this company. */
  onStay: () => void
  onEnd: () => void
}

/**
 * The edit mode of the plan, for administrators. Moves wait for Guardar; every other change is stored at once. Undo reverts both in reverse
 * order.
 */
export function EditorPlano({ plano, cuentas, cambios, otraEmpresa, onStay, onEnd }: Props) {
  const aviso = useAviso()
  const edicion = useEdicion()
  const [abierta, setAbierta] = useState<number | 'nueva' | 'archivo'>()
  const [descartando, setDescartando] = useState(false)
  const { borrador, hayCambios } = edicion
  const { undo, redo } = useUndo(plano, edicion, cambios)
  const salida = useBlocker({
    // A user whose session has ended is not asked to stay.
    shouldBlockFn: ({ next }) => hayCambios && next.pathname !== '/login',
    enableBeforeUnload: hayCambios,
    withResolver: true,
  })

  const nodos = plano.data.flatMap((u): DatosNodo[] => {
    const punto = puntoOf(u, borrador)
    return punto ? [{ ...u, punto, movido: borrador.has(u.id) }] : []
  })
  const fuera = plano.data.filter((u) => !puntoOf(u, borrador))
  const elegida = plano.data.find((u) => u.id === abierta)

  const move = (id: number, a: Punto, sigue?: boolean) => {
    const u = plano.data.find((d) => d.id === id)
    if (u) edicion.move(u, a, sigue)
  }
  const close = () => {
    setAbierta(undefined)
    cambios.forgetError()
  }
  const done = (texto: string, paso?: Guardado) => {
    setAbierta(undefined)
    aviso.exito(texto)
    if (paso) edicion.note(paso)
    else edicion.cut()
  }
  const save = () => {
    const vivas = new Set(plano.data.map((u) => u.id))
    const posiciones = [...borrador]
      .filter(([id]) => vivas.has(id))
      .map(([id, a]) => ({ id, nodo_x: a?.x ?? null, nodo_y: a?.y ?? null }))
    if (posiciones.length === 0) return edicion.discard()
    cambios.change(
      () => sendCambios(plano, posiciones),
      (nuevo) => {
        edicion.notePosiciones(pasoEntre('posiciones del plano', plano, nuevo))
        aviso.exito('Plano guardado')
      },
    )
  }
  const end = () => {
    edicion.discard()
    cambios.forgetError()
    onEnd()
  }

  const seVa = otraEmpresa && !hayCambios
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (seVa) end()
  }, [seVa])

  return (
    <>
      <BarraEdicion
        edicion={edicion}
        ocupado={cambios.ocupado}
        error={abierta === undefined ? cambios.error : undefined}
        imagen={<ImagenPlano plano={plano} cambios={cambios} onDone={done} />}
        onUndo={undo}
        onRedo={redo}
        onAdd={() => setAbierta('nueva')}
        onImport={() => setAbierta('archivo')}
        onSave={save}
        onDiscard={() => (hayCambios ? setDescartando(true) : end())}
      />
      <Box sx={{ flex: 1, minHeight: 280, display: 'flex', borderTop: `1px solid ${tono('line')}` }}>
        <LienzoPlano
          imagen={plano.imagen}
          nodos={nodos}
          cuentas={cuentas}
          viajes={SIN_VIAJES}
          editando
          onOpen={setAbierta}
          onMove={move}
        />
      </Box>
      {fuera.length > 0 && (
        <Box
          sx={{ flex: 'none', px: 4, py: 2, bgcolor: tono('paper'), borderTop: `1px solid ${tono('line')}` }}
        >
          <ListaLugares
            titulo="Fuera del plano"
            lugares={fuera.map((u) => ({ ...u, n: cuentas?.get(u.nombre) ?? 0 }))}
            accion="Editar"
            onOpen={(nombre) => setAbierta(fuera.find((f) => f.nombre === nombre)?.id)}
          />
        </Box>
      )}
      {abierta === 'nueva' && (
        <NuevaUbicacion plano={plano} cambios={cambios} onClose={close} onDone={done} />
      )}
      {abierta === 'archivo' && (
        <ImportUbicaciones
          empresa={plano.empresa}
          onClose={close}
          onImported={(n) => {
            void cambios.reload()
            done(`Ubicaciones importadas: ${n}`)
          }}
        />
      )}
      {elegida && (
        <FichaUbicacion
          key={elegida.id}
          plano={plano}
          ubicacion={elegida}
          enPlano={puntoOf(elegida, borrador) !== null}
          cambios={cambios}
          onClose={close}
          onPlace={(enPlano) => {
            edicion.move(elegida, enPlano ? CENTRO : null)
            close()
          }}
          onDone={done}
        />
      )}
      <Confirm
        abierto={descartando}
        titulo="¿Descartar los cambios?"
        texto="Los nodos vuelven a donde estaban. No se puede deshacer."
        accion="Descartar"
        peligro
        onCancel={() => setDescartando(false)}
        onConfirm={() => {
          setDescartando(false)
          end()
        }}
      />
      <Confirm
        abierto={salida.status === 'blocked' || (otraEmpresa && hayCambios)}
        titulo="Hay cambios sin guardar en el plano"
        texto="Si sales ahora, los nodos se quedan donde estaban."
        accion="Salir sin guardar"
        peligro
        onCancel={() => (otraEmpresa ? onStay() : salida.reset?.())}
        onConfirm={() => (otraEmpresa ? end() : salida.proceed?.())}
      />
      <Confirm
        abierto={cambios.conflicto !== undefined}
        titulo="El plano ha cambiado"
        texto={`${cambios.conflicto ?? ''} Lo que hayas movido sigue sin guardar.`}
        accion="Recargar plano"
        onCancel={cambios.forgetError}
        onConfirm={() => {
          setAbierta(undefined)
          // A change by another user must not be undone here.
          edicion.cut()
          void cambios.reload()
        }}
      />
    </>
  )
}
