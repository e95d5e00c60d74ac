import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FAMILIA_BRUTO } from '#contract/parque/ubicaciones/values'
import { AskEmpresa } from '../../dominio/empresa/para-empresa'
import { useEmpresaFormulario } from '../../dominio/empresa/use-empresa-formulario'
import { setEmpresa, useEmpresa } from '../../lib/session/empresa'
import { useAdministra, useSesion } from '../../lib/session/sesion'
import { Fallo } from '../../ui/feedback/fallo'
import { useReload } from '../../ui/filtros/reload'
import { tono } from '../../ui/theme/tono'
import { useBusquedaPlano } from './busqueda'
import { CabeceraPlano } from './cabecera'
import { EditorPlano } from './editor'
import { LienzoPlano } from './lienzo'
import { ListasPlano } from './listas'
import { contenedores, type DatosNodo } from './nodo'
import { planoQuery } from './queries'
import { SinUbicaciones } from './sin-ubicaciones'
import { useChangePlano } from './use-cambiar-plano'
import { useCuentas } from './use-cuentas'
import { puntoOf } from './use-edicion'
import { useViajes } from './use-viajes'

const SIN_MOVER = new Map()

type Edicion = {
  empresa: number
  /** Chosen in the bar when it began. */
  barra: number | undefined
}

/** The plant from above, with the number of containers at each location. */
export function PlanoPage() {
  const [{ montaje }, change] = useBusquedaPlano()
  const final = montaje === 'final'
  const elegida = useEmpresa()
  const sesion = useSesion()
  const navigate = useNavigate()
  const ancha = useMediaQuery('(min-width: 900px)', { noSsr: true })
  /** Company whose plan is edited; it stays the same until the editor closes. */
  const [edicion, setEdicion] = useState<Edicion>()
  const [pide, setPide] = useState(false)
  const { empresa: suya } = useEmpresaFormulario()
  const editando = edicion !== undefined
  const empresa = edicion ? edicion.empresa : elegida
  const consulta = useQuery(planoQuery(empresa, editando))
  const plano = consulta.data
  const { cuentas, inciertos, sinCatalogo, error, reread } = useCuentas(plano?.empresa, final)
  const viajes = useViajes(cuentas, `${plano?.empresa} ${final}`)
  const cambios = useChangePlano(empresa)
  const esAdmin = sesion?.is_admin === true
  const administra = useAdministra()

  const begin = (de: number) => setEdicion({ empresa: de, barra: elegida })
  const edit = () => (suya === undefined ? setPide(true) : begin(suya))
  const open = (nombre: string) => {
    // An administrator of all companies has been counting the containers of this company.
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
  const total = cuentas && [...cuentas.values()].reduce((a, b) => a + b, 0)
  const cabecera = (
    <CabeceraPlano
      final={final}
      onFinal={(f) => void change({ montaje: f ? 'final' : undefined })}
      empresa={esAdmin ? plano.nombre_empresa : undefined}
      total={total === undefined ? undefined : contenedores(total)}
      editando={editando}
      onEdit={administra && plano.data.length > 0 ? edit : undefined}
      onReload={reload}
    />
  )

  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {cabecera}
      {pide && (
        <AskEmpresa
          titulo="Editar plano"
          onClose={() => setPide(false)}
          onChoose={(de) => {
            setPide(false)
            begin(de)
          }}
        />
      )}
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
          otraEmpresa={elegida !== edicion.barra}
          onStay={() => setEmpresa(edicion.barra)}
          onEnd={() => setEdicion(undefined)}
        />
      ) : plano.data.length === 0 ? (
        <SinUbicaciones plano={plano} cambios={cambios} onEdit={() => begin(plano.empresa)} />
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
          <ListasPlano
            ancha={ancha}
            plano={plano}
            nodos={nodos}
            cuentas={cuentas}
            inciertos={inciertos}
            onOpen={open}
          />
        </>
      )}
    </Box>
  )
}
