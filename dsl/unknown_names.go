package dsl

// What methods do with the values they are given, by their names.
var (
	// opaque are the methods that do as told without looking at their
	// arguments.
	opaque = names(`tap then yield_self instance_exec instance_eval send public_send __send__ equal? kind_of? is_a? instance_of? respond_to?
		<< push append unshift prepend []= store itself nil? frozen? freeze dup clone class object_id method methods
		each_with_object inject reduce instance_variable_set instance_variable_get extend singleton_class
		define_singleton_method raise fill try try! with_options initialize`)
	// looksAtKinds are the methods that tell arrays or nil from other elements.
	looksAtKinds = names("compact! flatten! assoc rassoc transform_keys transform_keys! deep_transform_keys")
	// keepsText are the methods of String that only join texts, or give them on.
	keepsText = names("+ * << concat prepend to_s to_str html_safe inspect -@ +@ force_encoding encode b scrub unicode_normalize encoding valid_encoding?")
	// joinsText are those of them that take texts.
	joinsText  = names("+ << concat prepend")
	textOfList = names("join inspect to_s to_sentence to_query to_param to_json to_fs to_formatted_s pack")
	rangeKeeps = names("begin end exclude_end? to_s inspect")
	addsList   = names("+ concat including | union")
	addsPairs  = names("merge merge! update reverse_merge reverse_merge! with_defaults with_defaults! deep_merge deep_merge!")
	// listMethods are the methods that hashes and sets have because they are
	// lists of pairs and elements.
	listMethods = names("each map collect flat_map collect_concat filter_map each_entry each_with_object each_with_index to_a entries reverse_each sort sort_by find_all")
	// openList are the methods of Array that work where only the application
	// knows whether some elements are there.
	openList = names(`each map collect flat_map collect_concat filter_map select filter find_all reject each_entry each_with_object
		reverse_each reverse + concat << push append unshift prepend dup clone freeze frozen? itself to_a to_ary entries tap then yield_self
		send public_send __send__ inspect to_s class is_a? kind_of? instance_of? nil? object_id respond_to? equal? compact deep_dup excluding
		without pluck instance_exec extend singleton_class clear replace method methods compact_blank each_with_index lazy to_s`)
	// anyOrder are the methods of Array that give the same in whatever order its
	// elements are, sameOrder those whose list has the order of the receiver.
	anyOrder = names(`sort sort_by include? member? in? size length count empty? any? all? none? one? min max minmax blank? present?
		intersect? class is_a? kind_of? instance_of? nil? object_id respond_to? equal? frozen? exclude? many? clear method`)
	sameOrder = names(`- & difference intersection excluding without select filter reject grep grep_v compact compact_blank uniq dup clone
		deep_dup freeze itself to_a to_ary entries presence`)
	// takesOrder are those that give elements of their arguments, in their order.
	takesOrder = names("+ | union concat replace zip product")
	openHash   = names(`each each_pair merge merge! update []= store dup clone freeze frozen? itself
		to_h to_hash tap then yield_self send public_send __send__ inspect to_s class is_a? kind_of? instance_of? nil? object_id respond_to? equal?
		deep_dup symbolize_keys deep_symbolize_keys stringify_keys with_indifferent_access instance_exec extend singleton_class clear replace
		method methods each_value reverse_merge with_defaults deep_merge`)
	comparesSets = names("& - ^ <= < >= > <=> == === disjoint? intersect? intersection difference subset? superset? proper_subset? proper_superset? zip")
	openSet      = names("<< add merge dup clone freeze frozen? itself to_set inspect to_s class is_a? kind_of? nil? object_id respond_to? equal? tap then send public_send __send__ clear replace")
	// asksModule are the questions to a module about their argument.
	asksModule = names(`=== == != < <= > >= <=> const_defined? const_get const_source_location method_defined? public_method_defined?
		private_method_defined? protected_method_defined? instance_method instance_methods class_variable_defined? class_variable_get include?`)
	// converts are the functions that look into their argument.
	converts = names("new create correct? compile union escape quote Integer Float String format sprintf sqrt parse")
	// mutates are the methods of strings and collections that change them.
	mutates = names(`<< push append concat prepend unshift insert []= store merge! update delete delete_at delete_if
		reject! select! filter! keep_if map! collect! compact! flatten! uniq! reverse! sort! sort_by! shift pop clear replace add add? delete?
		sub! gsub! upcase! downcase! capitalize! swapcase! strip! lstrip! rstrip! chomp! chop! squeeze! tr! tr_s! slice! fill rotate! shuffle!
		deep_merge! reverse_merge! reverse_update with_defaults! deep_transform_keys! deep_transform_values! transform_values! transform_keys!
		symbolize_keys! to_options! stringify_keys! deep_symbolize_keys! deep_stringify_keys! except! extract! compact_blank! subtract delete! indent! insert
		merge difference! squish! remove! truncate! succ! next! encode! unicode_normalize! force_encoding setbyte delete_prefix! delete_suffix!
		default= compare_by_identity rehash initialize_copy`)
)
