import Box from '@mui/material/Box'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Plano, updatePosiciones } from '#contract/ubicaciones'
import { llamar } from '../lib/api'
import { useAviso } from '../ui/aviso'
import { Confirmar } from '../ui/confirmar'
import { tono } from '../ui/tono'
import { BarraEdicion } from './barra-edicion'
import type { Cuentas } from './cuentas'
import { FichaUbicacion } from './ficha-ubicacion'
import { ImagenPlano } from './imagen-plano'
import { LienzoPlano } from './lienzo'
import type { DatosNodo } from './nodo'
import { NuevaUbicacion } from './nueva-ubicacion'
import { ListaLugares } from './resto'
import type { CambiarPlano } from './use-cambiar-plano'
import { puntoDe, useEdicion } from './use-edicion'

/** Where a location appears that is put on the plan. */
const CENTRO = { x: 0.5, y: 0.38 }
const SIN_VIAJES: never[] = []

type Props = {
  plano: Plano
  cuentas: Cuentas | undefined
  cambios: CambiarPlano
  onTerminar: () => void
}

/** The plan while an administrator changes it. Moves wait for Guardar; everything else is stored at once. */
export function EditorPlano({ plano, cuentas, cambios, onTerminar }: Props) {
  const aviso = useAviso()
  const edicion = useEdicion()
  const [abierta, setAbierta] = useState<number | 'nueva'>()
  const [descartando, setDescartando] = useState(false)
  const { borrador, hayCambios, deshacer, rehacer } = edicion
  const salida = useBlocker({
    shouldBlockFn: () => hayCambios,
    enableBeforeUnload: hayCambios,
    withResolver: true,
  })

  useEffect(() => {
    const alTeclear = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || (e.target as Element).closest('input, textarea, [role=dialog]')) return
      const tecla = e.key.toLowerCase()
      if (tecla === 'y' || (tecla === 'z' && e.shiftKey)) rehacer()
      else if (tecla === 'z') deshacer()
      else return
      e.preventDefault()
    }
    addEventListener('keydown', alTeclear)
    return () => removeEventListener('keydown', alTeclear)
  })

  const nodos = plano.data.flatMap((u): DatosNodo[] => {
    const punto = puntoDe(u, borrador)
    return punto ? [{ ...u, punto, movido: borrador.has(u.id) }] : []
  })
  const fuera = plano.data.filter((u) => !puntoDe(u, borrador))
  const elegida = plano.data.find((u) => u.id === abierta)

  const cerrar = () => {
    setAbierta(undefined)
    cambios.olvidarError()
  }
  const hecho = (texto: string) => {
    setAbierta(undefined)
    aviso.exito(texto)
  }
  const guardar = () => {
    const vivas = new Set(plano.data.map((u) => u.id))
    const posiciones = [...borrador]
      .filter(([id]) => vivas.has(id))
      .map(([id, a]) => ({ id, nodo_x: a?.x ?? null, nodo_y: a?.y ?? null }))
    if (posiciones.length === 0) {
      edicion.olvidar()
      return
    }
    cambios.cambiar(
      () =>
        llamar(updatePosiciones, { body: { empresa: plano.empresa, version: plano.version, posiciones } }),
      () => {
        edicion.olvidar()
        aviso.exito('Plano guardado')
      },
    )
  }
  const terminar = () => {
    edicion.olvidar()
    cambios.olvidarError()
    onTerminar()
  }

  return (
    <>
      <BarraEdicion
        edicion={edicion}
        ocupado={cambios.ocupado}
        error={abierta === undefined ? cambios.error : undefined}
        imagen={<ImagenPlano plano={plano} cambios={cambios} />}
        onAnadir={() => setAbierta('nueva')}
        onGuardar={guardar}
        onDescartar={() => (hayCambios ? setDescartando(true) : terminar())}
      />
      <Box sx={{ flex: 1, minHeight: 280, display: 'flex', borderTop: `1px solid ${tono('line')}` }}>
        <LienzoPlano
          imagen={plano.imagen}
          nodos={nodos}
          cuentas={cuentas}
          viajes={SIN_VIAJES}
          editando
          onAbrir={setAbierta}
          onMover={edicion.mover}
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
            onAbrir={(nombre) => setAbierta(fuera.find((f) => f.nombre === nombre)?.id)}
          />
        </Box>
      )}
      {abierta === 'nueva' && (
        <NuevaUbicacion plano={plano} cambios={cambios} onCerrar={cerrar} onHecho={hecho} />
      )}
      {elegida && (
        <FichaUbicacion
          key={elegida.id}
          plano={plano}
          ubicacion={elegida}
          enPlano={puntoDe(elegida, borrador) !== null}
          cambios={cambios}
          onCerrar={cerrar}
          onPoner={(enPlano) => {
            edicion.mover(elegida.id, enPlano ? CENTRO : null)
            cerrar()
          }}
          onHecho={hecho}
        />
      )}
      <Confirmar
        abierto={descartando}
        titulo="¿Descartar los cambios?"
        texto="Los nodos vuelven a donde estaban. No se puede deshacer."
        accion="Descartar"
        peligro
        onCancelar={() => setDescartando(false)}
        onConfirmar={() => {
          setDescartando(false)
          terminar()
        }}
      />
      <Confirmar
        abierto={salida.status === 'blocked'}
        titulo="Hay cambios sin guardar en el plano"
        texto="Si sales ahora, los nodos se quedan donde estaban."
        accion="Salir sin guardar"
        peligro
        onCancelar={() => salida.reset?.()}
        onConfirmar={() => salida.proceed?.()}
      />
      <Confirmar
        abierto={cambios.conflicto !== undefined}
        titulo="El plano ha cambiado"
        texto={`${cambios.conflicto ?? ''} Lo que hayas movido sigue sin guardar.`}
        accion="Recargar plano"
        onCancelar={() => void cambios.recargar()}
        onConfirmar={() => {
          setAbierta(undefined)
          void cambios.recargar()
        }}
      />
    </>
  )
}
