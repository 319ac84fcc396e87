/** Items, their collections, units, questions, tasks, and what is said about vouchers. */
export const itemsAndQuestions = {
  'There is no unit {id}': 'Det finnes ingen enhet {id}',
  'There is no item {id}': 'Det finnes ingen vare {id}',
  'There is no item {id} in this client account': 'Det finnes ingen vare {id} på denne klientkontoen',
  'An item of this client account has the number "{number}"; choose another one':
    'En vare på denne klientkontoen har nummeret «{number}»; velg et annet',
  'must name each currency once': 'må nevne hver valuta én gang',
  'must have at most 200 prices': 'kan ha høyst 200 priser',
  'must be an array of prices': 'må være en liste av priser',
  'cannot change': 'kan ikke endres',
  'There is no item collection {id}': 'Det finnes ingen varesamling {id}',
  'There is no entry {id} in this item collection': 'Det finnes ingen linje {id} i denne varesamlingen',
  'Lines of documents were made of what would be deleted; delete those lines first':
    'Dokumentlinjer er laget av det som ville blitt slettet; slett de linjene først',
  'is before recurring_start_date, {date}': 'er før recurring_start_date, {date}',
  'There is no voucher {id} in this client account': 'Det finnes ikke noe bilag {id} på denne klientkontoen',
  'There is no document {id} in this client account': 'Det finnes ikke noe dokument {id} på denne klientkontoen',
  'There is no voucher collection {id}': 'Det finnes ingen bilagssamling {id}',
  'A voucher collection of this client account is called "{name}" already; choose another name':
    'En bilagssamling på denne klientkontoen heter allerede «{name}»; velg et annet navn',
  'There is no voucher category {id}': 'Det finnes ingen bilagskategori {id}',
  'There is no tag {id} in this client account': 'Det finnes ingen etikett {id} på denne klientkontoen',
  'There is no bank transaction {id} in this client account':
    'Det finnes ingen banktransaksjon {id} på denne klientkontoen',
  'There is no journal entry {id} in this client account':
    'Det finnes ingen bilagspostering {id} på denne klientkontoen',
  'There is no question {id}': 'Det finnes ikke noe spørsmål {id}',
  'Question {id} is answered already': 'Spørsmål {id} er allerede besvart',
  'Question {id} is closed': 'Spørsmål {id} er lukket',
  'Question {id} has no option {option}': 'Spørsmål {id} har ikke noe alternativ {option}',
  'Exactly one of selected_option_id, answer_text and question_status is sent':
    'Nøyaktig ett av selected_option_id, answer_text og question_status sendes',
  'must be an array of options': 'må være en liste av alternativer',
  'must have at most 100 options': 'kan ha høyst 100 alternativer',
  'The role EM sees questions about the vouchers alone that it sent itself':
    'Rollen EM ser bare spørsmål om bilag den selv har sendt inn',
  'The role EM answers questions and closes none': 'Rollen EM besvarer spørsmål og lukker ingen',
  'There is no task {id}': 'Det finnes ingen oppgave {id}',
  'Task {id} was cancelled and cannot change': 'Oppgave {id} er avbrutt og kan ikke endres',
  'is required: relation_type and relation_id come together or not at all':
    'er påkrevd: relation_type og relation_id sendes sammen eller ikke i det hele tatt',
  'The statement says nothing; send at least one of its fields':
    'Erklæringen sier ingenting; send minst ett av feltene',
  'is required for the category {code}': 'er påkrevd for kategorien {code}',
  'must be an array of participants': 'må være en liste av deltakere',
  'must have at most 500 participants': 'kan ha høyst 500 deltakere',
  'must be an array of ids': 'må være en liste av id-er',
  'must have at most 100 tags': 'kan ha høyst 100 etiketter',
};
