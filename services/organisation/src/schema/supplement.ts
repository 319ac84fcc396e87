/**
 * What the tables have beyond what the builder can declare, in SQL; a change of it is written into its migration by
 * hand.
 */
export const supplement: readonly string[] = [
  // The spans of one account never overlap.
  `alter table settings_versions add constraint settings_versions_no_overlap exclude using gist (
    client_account_id extensions.gist_int8_ops with =, daterange(active_from, active_to, '[]') with &&)`,
  `alter table projects add constraint projects_business_partner foreign key (client_account_id, business_partner_id)
    references business_partners (client_account_id, id) on delete set null (business_partner_id)`,
];
