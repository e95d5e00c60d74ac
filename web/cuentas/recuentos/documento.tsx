import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Recuento, UnRecuento } from '#contract/cuentas/recuentos/recuentos'
import { formatAcuerdo, formatAlcance, formatDuracion } from '#contract/cuentas/recuentos/reglas-values'
import { FIRMA_NADIE, FIRMA_OTRO, NOMBRE_ESTADO_RECUENTO } from '#contract/cuentas/recuentos/values'
import { call, urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { entero } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { Datos } from '../../ui/datos'
import { BotonExportar } from '../../ui/exportar/boton-exportar'
import { useAviso } from '../../ui/feedback/aviso'
import { Confirm } from '../../ui/feedback/confirm'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { tono } from '../../ui/theme/tono'
import { EnLibro } from './en-libro'
import { LineasDocumento } from './lineas'
import { CLAVE } from './queries'

/** Asks for confirmation before the user signs: a signature cannot be undone. */
function Sign({ recuento, onChange }: { recuento: Recuento; onChange: () => Promise<void> }) {
  const cliente = useQueryClient()
  const aviso = useAviso()
  const [pregunta, setPregunta] = useState(false)
  const sign = useMutation({
    mutationFn: () => call(api.signRecuento, { params: { id: recuento.id } }),
    onSuccess: async () => {
      await onChange()
      aviso.exito('Recuento firmado')
    },
    onError: (e) => aviso.error(e.message),
    onSettled: () => {
      setPregunta(false)
      void cliente.invalidateQueries({ queryKey: CLAVE })
    },
  })
  return (
    <>
      <Button variant="contained" onClick={() => setPregunta(true)}>
        Firmar
      </Button>
      <Confirm
        abierto={pregunta}
        titulo="¿Firmar el recuento?"
        texto="Queda escrito que lo has comprobado. Una firma no se puede retirar."
        accion="Firmar"
        ocupado={sign.isPending}
        onConfirm={() => sign.mutate()}
        onCancel={() => setPregunta(false)}
      />
    </>
  )
}

type Props = {
  recuento: UnRecuento
  /** Scans and photos of this device that the server refused, as text; blank: none. */
  rechazados: string
  onChange: () => Promise<void>
}

/** A closed count: who counted, when, how long, the result, and every row. */
export function Documento({ recuento: r, rechazados, onChange }: Props) {
  const cambia = useCambia()
  const { cifras } = r
  const acuerdo = cifras && formatAcuerdo(cifras)
  const tarde = r.aparatos.reduce((suma, a) => suma + a.tarde, 0)
  const datos = [
    ['Estado', NOMBRE_ESTADO_RECUENTO[r.estado]],
    ['Abierto', <Momento key="a" iso={r.abierto} />],
    ['Lo abrió', r.abrio.nombre],
    ['Cerrado', <Momento key="c" iso={r.cerrado} />],
    ['Lo cerró', r.cerro?.nombre ?? '—'],
    ...(r.cerrado
      ? ([['Duración', formatDuracion(Date.parse(r.cerrado) - Date.parse(r.abierto))]] as const)
      : []),
    ...(r.firmo
      ? ([
          ['Firmado', <Momento key="f" iso={r.firmado} />],
          ['Lo firmó', r.firmo.nombre],
        ] as const)
      : []),
    ...(r.nota ? ([['Nota', r.nota]] as const) : []),
  ] as const
  return (
    <Box sx={{ p: { xs: 3, md: 5 }, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 3 }}>
        <Box sx={{ flex: '1 1 240px' }}>
          <Typography variant="caption" component="p">
            <Link to="/recuentos" style={{ color: tono('brand') }}>
              Recuentos
            </Link>
          </Typography>
          <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
            Recuento {r.id}: {formatAlcance(r)}
          </Typography>
        </Box>
        {cifras && (
          <BotonExportar
            nombre={`recuento-${r.id}`}
            urlOf={(formato) => urlOf(api.exportRecuento.path, { id: r.id }, { formato })}
            vacio={false}
          />
        )}
        {cambia && r.puede_firmar && (r.estado === 'por_firmar' || r.estado === 'cerrado') && (
          <Sign recuento={r} onChange={onChange} />
        )}
      </Box>
      {rechazados && (
        <Alert severity="error" variant="outlined">
          Sin admitir, de este dispositivo: {rechazados}. Se quedan en él.
        </Alert>
      )}
      {tarde > 0 && (
        <Alert severity="warning" variant="outlined">
          {entero(tarde)} {tarde === 1 ? 'escaneo llegó' : 'escaneos llegaron'} después de cerrarse: se{' '}
          {tarde === 1 ? 'guarda aparte y no cuenta.' : 'guardan aparte y no cuentan.'}
        </Alert>
      )}
      {r.estado === 'por_firmar' && r.firmantes === 0 && (
        <Alert severity="warning" variant="outlined">
          {FIRMA_NADIE}
        </Alert>
      )}
      {r.estado === 'por_firmar' && r.firmantes > 0 && !r.puede_firmar && (
        <Alert severity="info" variant="outlined">
          {FIRMA_OTRO}
        </Alert>
      )}
      <Seccion titulo="El recuento">
        <Datos datos={datos} />
      </Seccion>
      {cifras ? (
        <>
          {r.tercero !== null && <EnLibro recuento={r} cifras={cifras} onChange={onChange} />}
          {r.tercero === null && (
            <Seccion titulo="Acuerdo con los lectores">
              <Typography
                sx={{ fontSize: 28, lineHeight: '36px', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {acuerdo ?? '—'}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {acuerdo
                  ? `Los lectores dicen lo mismo que el recuento de ${entero(cifras.acuerdan)} de ${entero(cifras.comparados)} contenedores.`
                  : 'No hay nada que comparar con los lectores.'}
              </Typography>
            </Seccion>
          )}
          <LineasDocumento recuento={r} cifras={cifras} />
        </>
      ) : (
        <Alert severity="info" variant="outlined">
          Se anuló: no dice nada de ningún contenedor.
        </Alert>
      )}
    </Box>
  )
}
