import { useLingui } from '@lingui/react/macro';
import { paths } from '#console/paths.ts';
import { NavTabs } from '#console/ui/NavTabs.tsx';

export function DeliveryTabs({ current }: { current: string }) {
  const { t } = useLingui();
  const tabs = [
    { to: paths.deliveries(), label: t`Recibidas` },
    { to: paths.attempts(), label: t`Intentos del servicio` },
    { to: paths.relay(), label: t`Copias a otros sistemas` },
    { to: paths.signatureTest(), label: t`Probar una firma` },
  ];
  return <NavTabs label={t`Entregas`} current={current} tabs={tabs} />;
}
