package inflect

// approximationTable is I18n::Backend::Transliterator::HashTransliterator::DEFAULT_APPROXIMATIONS: a letter, then its approximation.
const approximationTable = "ÀA ÁA ÂA ÃA ÄA ÅA ÆAE ÇC ÈE ÉE ÊE ËE ÌI ÍI ÎI ÏI ÐD ÑN ÒO ÓO ÔO ÕO ÖO ×x " +
	"ØO ÙU ÚU ÛU ÜU ÝY ÞTh ßss àa áa âa ãa äa åa æae çc èe ée êe ëe ìi íi îi ïi " +
	"ðd ñn òo óo ôo õo öo øo ùu úu ûu üu ýy þth ÿy ĀA āa ĂA ăa ĄA ąa ĆC ćc ĈC " +
	"ĉc ĊC ċc ČC čc ĎD ďd ĐD đd ĒE ēe ĔE ĕe ĖE ėe ĘE ęe ĚE ěe ĜG ĝg ĞG ğg ĠG " +
	"ġg ĢG ģg ĤH ĥh ĦH ħh ĨI ĩi ĪI īi ĬI ĭi ĮI įi İI ıi ĲIJ ĳij ĴJ ĵj ĶK ķk ĸk " +
	"ĹL ĺl ĻL ļl ĽL ľl ĿL ŀl ŁL łl ŃN ńn ŅN ņn ŇN ňn ŉ'n ŊNG ŋng ŌO ōo ŎO ŏo ŐO " +
	"őo ŒOE œoe ŔR ŕr ŖR ŗr ŘR řr ŚS śs ŜS ŝs ŞS şs ŠS šs ŢT ţt ŤT ťt ŦT ŧt ŨU " +
	"ũu ŪU ūu ŬU ŭu ŮU ůu ŰU űu ŲU ųu ŴW ŵw ŶY ŷy ŸY ŹZ źz ŻZ żz ŽZ žz "
