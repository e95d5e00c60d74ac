import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plano } from '#contract/ubicaciones'
import { SIN_UBICACION } from '#contract/valores/inventario'
import { FAMILIA_BRUTO } from '#contract/valores/ubicaciones'
import { call } from '../lib/api/api'
import { api } from '../lib/api/llamadas'
import { setEmpresa, useEmpresa } from '../lib/session/empresa'
import { useAdministra, useSesion } from '../lib/session/sesion'
import { useAviso } from '../ui/feedback/aviso'
import { EstadoVacio } from '../ui/feedback/estado-vacio'
import { Fallo } from '../ui/feedback/fallo'
import { useReload } from '../ui/filtros/reload'
import { tono } from '../ui/theme/tono'
import { useBusquedaPlano } from './busqueda'
import { CabeceraPlano } from './cabecera'
import type { Cuentas } from './cuentas'
import { EditorPlano } from './editor'
import { LienzoPlano } from './lienzo'
import { contenedores, type DatosNodo } from './nodo'
import { planoQuery } from './queries'
import { ListaLugares, type Lugar } from './resto'
import { useChangePlano } from './use-cambiar-plano'
import { useCuentas } from './use-cuentas'
import { puntoOf } from './use-edicion'
import { useViajes } from './use-viajes'

const SIN_MOVER = new Map()

const lugarOf =
  (cuentas: Cuentas | undefined) =>
  (u: { nombre: string; grupo: string }): Lugar => ({
    ...u,
    n: cuentas?.get(u.nombre) ?? 0,
  })

/** Places that hold some of what is counted and are no node: in the catalogue or not. */
function fueraOf(plano: Plano, nodos: DatosNodo[], cuentas: Cuentas | undefined): Lugar[] {
  const dentro = new Set(nodos.map((n) => n.nombre))
  const grupos = new Map(plano.data.map((u) => [u.nombre, u.grupo]))
  return [...(cuentas ?? [])]
    .filter(([nombre, n]) => n > 0 && !dentro.has(nombre))
    .map(([nombre, n]) => ({ nombre, grupo: grupos.get(nombre) ?? 'transito', n }))
    .sort((a, b) => Number(a.nombre === SIN_UBICACION) - Number(b.nombre === SIN_UBICACION) || b.n - a.n)
}

/** The plant from above, with how many containers are where. */
export function PlanoPage() {
  const [{ montaje }, change] = useBusquedaPlano()
  const final = montaje === 'final'
  const elegida = useEmpresa()
  const sesion = useSesion()
  const navigate = useNavigate()
  const aviso = useAviso()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  /** Whose plan is edited; it stays that until the editor lets it go. */
  const [edicion, setEdicion] = useState<{ empresa: number | undefined }>()
  const editando = edicion !== undefined
  const empresa = edicion ? edicion.empresa : elegida
  const consulta = useQuery(planoQuery(empresa, editando))
  const plano = consulta.data
  const { cuentas, inciertos, sinCatalogo, error, reread } = useCuentas(plano?.empresa, final)
  const viajes = useViajes(cuentas, `${plano?.empresa} ${final}`)
  const cambios = useChangePlano(empresa)
  const esAdmin = sesion?.is_admin === true
  const administra = useAdministra()

  const open = (nombre: string) => {
    // An admin of all companies has been counting this one's.
    if (esAdmin && plano) setEmpresa(plano.empresa)
    void navigate({
      to: '/poc-status',
      search: { ubicacion: nombre, ...(final ? { montaje: 'final' } : { familia: FAMILIA_BRUTO }) },
    })
  }
  const reload = useReload(async () => {
    const [r, ...otras] = await Promise.all([consulta.refetch(), reread()])
    return { error: r.error ?? otras.flat().find((o) => o.error)?.error }
  })

  if (!plano)
    return consulta.error ? (
      <Fallo texto={consulta.error.message} onRetry={() => void consulta.refetch()} />
    ) : (
      <Box aria-busy="true" sx={{ flex: 1, bgcolor: tono('ground') }} />
    )

  const nodos = plano.data.flatMap((u): DatosNodo[] => {
    const punto = puntoOf(u, SIN_MOVER)
    return punto ? [{ ...u, punto, movido: false }] : []
  })
  const fuera = fueraOf(plano, nodos, cuentas)
  const total = cuentas && [...cuentas.values()].reduce((a, b) => a + b, 0)
  const cabecera = (
    <CabeceraPlano
      final={final}
      onFinal={(f) => void change({ montaje: f ? 'final' : undefined })}
      empresa={esAdmin ? plano.nombre_empresa : undefined}
      total={total === undefined ? undefined : contenedores(total)}
      editando={editando}
      onEdit={administra && plano.data.length > 0 ? () => setEdicion({ empresa: elegida }) : undefined}
      onReload={reload}
    />
  )

  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {cabecera}
      {(error || sinCatalogo) && (
        <Box
          role="alert"
          sx={{ px: 4, py: 2, fontSize: 13, color: tono('rojo'), borderTop: `1px solid ${tono('line')}` }}
        >
          {error
            ? `No se han podido contar los contenedores. ${error.message}`
            : 'El catálogo de LT está vacío: no hay familias de Montaje Final que contar.'}
        </Box>
      )}
      {editando ? (
        <EditorPlano
          plano={plano}
          cuentas={cuentas}
          cambios={cambios}
          otraEmpresa={elegida !== empresa}
          onStay={() => setEmpresa(empresa)}
          onEnd={() => setEdicion(undefined)}
        />
      ) : plano.data.length === 0 ? (
        <EstadoVacio
          texto="Esta empresa no tiene ubicaciones"
          ayuda={
            administra
              ? 'Empieza con las once de siempre, de Gestamp a Montaje Bruto, y muévelas a su sitio.'
              : 'Un administrador tiene que crearlas.'
          }
          accion={
            administra && (
              <Button
                variant="contained"
                loading={cambios.ocupado}
                onClick={() =>
                  cambios.change(
                    () =>
                      call(api.createPorDefecto, {
                        body: { empresa: plano.empresa, version: plano.version },
                      }),
                    () => aviso.exito('Ubicaciones creadas'),
                  )
                }
              >
                Crear las 11 ubicaciones
              </Button>
            )
          }
        />
      ) : (
        <>
          <Box
            sx={{
              flex: ancha ? 1 : 'none',
              minHeight: 0,
              height: ancha ? undefined : '48dvh',
              display: 'flex',
              borderTop: `1px solid ${tono('line')}`,
            }}
          >
            <LienzoPlano
              imagen={plano.imagen}
              nodos={nodos}
              cuentas={cuentas}
              inciertos={inciertos}
              viajes={viajes}
              editando={false}
              onOpen={(id) => open(nodos.find((n) => n.id === id)?.nombre ?? '')}
              onMove={() => {}}
            />
          </Box>
          <Box
            sx={{
              flex: 'none',
              display: 'grid',
              gap: 4,
              px: 4,
              py: ancha ? 2 : 4,
              bgcolor: tono('paper'),
              borderTop: `1px solid ${tono('line')}`,
            }}
          >
            {!ancha && (
              <ListaLugares
                columna
                titulo="En el plano"
                lugares={nodos.map(lugarOf(cuentas))}
                inciertos={inciertos}
                onOpen={open}
              />
            )}
            <ListaLugares
              columna={!ancha}
              titulo="Fuera del plano"
              lugares={fuera}
              inciertos={inciertos}
              onOpen={open}
            />
          </Box>
        </>
      )}
    </Box>
  )
}
